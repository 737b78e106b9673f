/**
 * Files that jobs read. They are in the database, because it is the only place that all processes
 * can reach and that survives every process.
 */

import { inTransaction, lockInTransaction } from '#db/client.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { firstCharacters } from '#shared/first-characters.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import {
  deleteFile,
  insertFile,
  insertPart,
  markFileStored,
  selectFile,
  selectPart,
  selectRemovable,
  sumFiles,
} from './staff-files.store.ts';
import { MAX_FILE_BYTES, MOST_OF_FILE } from './staff-jobs.schema.ts';

/** The bytes of a part, except for the last part. */
const PART_BYTES = 512 * 1024;
/**
 * The most files and bytes in the database. The oldest ones that no open job needs are removed
 * first.
 */
const MAX_FILES = 20;
const MAX_BYTES = 4 * MAX_FILE_BYTES;
/** How long a file stays that no open job needs. */
const KEPT_MS = 7 * DAY_MS;
/** An upload that is not complete after this long was cut off. */
const CUT_OFF_MS = HOUR_MS;

/** Stores a file for a job of this person (admin); returns its id. Refuses one that is too large. */
export async function storeFile(
  ctx: Ctx,
  actor: Actor,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  return storeFileFor(ctx, requireAdmin(actor).id, name, content);
}

/**
 * Stores a file for a job on behalf of a command: nobody's role is checked. Returns its id. Refuses
 * an empty file, and one with more than `mostBytes`.
 */
export async function storeFileFor(
  ctx: Ctx,
  createdBy: string,
  name: string,
  content: AsyncIterable<Uint8Array>,
  mostBytes = MAX_FILE_BYTES,
): Promise<string> {
  const id = newId('fil');
  await makeRoom(ctx, { id, name: plainName(name), createdBy });
  try {
    let bytes = 0;
    let nr = 0;
    // Two parts are stored at a time, because each waits for its commit.
    let before = Promise.resolve();
    for await (const part of inParts(content)) {
      bytes += part.byteLength;
      if (bytes > mostBytes) throw fileTooLarge();
      const stored = insertPart(ctx.db, { fileId: id, nr, content: part });
      // An error is thrown where the next part, or the end, waits for this one.
      stored.catch(() => undefined);
      await before;
      before = stored;
      nr += 1;
    }
    await before;
    if (bytes === 0) {
      throw new AppError('invalid_request', 'The file is empty. Please choose another one.');
    }
    await markFileStored(ctx.db, id, bytes, ctx.now());
    return id;
  } catch (error) {
    await deleteFile(ctx.db, id).catch(() => undefined);
    throw error;
  }
}

/** The content of a stored file, from its start. Throws 404 for one that was removed. */
export async function* readFile(ctx: Ctx, id: string): AsyncGenerator<Buffer> {
  const file = await selectFile(ctx.db, id);
  if (!file?.storedAt) throw gone();
  let next: ReturnType<typeof selectPart> | null = null;
  for (let nr = 0; ; nr += 1) {
    const part = await (next ?? selectPart(ctx.db, id, nr));
    if (!part) return;
    // The database sends the next part while this one is read. Some readers need only the first one.
    if (nr > 0) {
      next = selectPart(ctx.db, id, nr + 1);
      // An error is thrown where the reader waits for that part.
      next.catch(() => undefined);
    }
    yield part;
  }
}

/** The name and size of a file; undefined when it was removed. */
export async function findFile(
  ctx: Ctx,
  id: string,
): Promise<{ name: string; bytes: number } | undefined> {
  const file = await selectFile(ctx.db, id);
  return file?.storedAt ? { name: file.name, bytes: file.bytes } : undefined;
}

/** Removes files that no open job needs: old ones, and uploads that were cut off. */
export async function removeOldFiles(ctx: Ctx): Promise<void> {
  const now = ctx.now().getTime();
  for (const { id, createdAt, storedAt } of await selectRemovable(ctx.db)) {
    const age = now - createdAt.getTime();
    if (age > KEPT_MS || (!storedAt && age > CUT_OFF_MS)) await deleteFile(ctx.db, id);
  }
}

/**
 * Writes the row of a new file. Removes older files to make room; 503 when open jobs need all of
 * them.
 */
async function makeRoom(
  ctx: Ctx,
  row: { id: string; name: string; createdBy: string },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockInTransaction(tx, 'staff-files');
    const { count, bytes } = await sumFiles(tx);
    let files = count;
    let sum = bytes;
    for (const old of await selectRemovable(tx)) {
      if (files < MAX_FILES && sum <= MAX_BYTES - MAX_FILE_BYTES) break;
      // A file that is being stored is not complete, and its sender waits for it.
      if (!old.storedAt) continue;
      await deleteFile(tx, old.id);
      files -= 1;
      sum -= old.bytes;
    }
    if (files >= MAX_FILES || sum > MAX_BYTES - MAX_FILE_BYTES) {
      throw new AppError(
        'unavailable',
        'Other imports need all the space for files. Please wait until they are done, or cancel one.',
        { retryAfterSeconds: 60 },
      );
    }
    // It counts as the largest possible file until its size is known.
    await insertFile(tx, { ...row, bytes: MAX_FILE_BYTES, createdAt: ctx.now() });
  });
}

async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

/** The last part of a path, without control characters. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return firstCharacters(last.replace(/\p{C}/gu, ''), 120) || 'file.csv';
}

/** The refusal of a file above the limit. */
export function fileTooLarge(): AppError {
  return new AppError(
    'body_too_large',
    `A file has at most ${MOST_OF_FILE}. Please split it, or use npm run import.`,
  );
}

function gone(): AppError {
  return new AppError('not_found', 'The file is no longer stored. Please upload it again.');
}
