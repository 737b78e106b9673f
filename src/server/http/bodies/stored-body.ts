import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';

/**
 * A large body on disk while it arrives and waits, so that memory holds only those being processed.
 */
export interface StoredBody {
  add(chunk: Uint8Array): Promise<void>;
  /** The whole body, from the start. */
  read(): AsyncIterable<Uint8Array>;
  /** Frees its disk space. */
  remove(): Promise<void>;
}

/** The file is read in pieces of this size, each parsed without a pause. */
const PIECE = 16 * 1024;

/**
 * Opens an unnamed file in `folder`. It disappears with the process, even if that is killed. Throws
 * 503 when the disk is full.
 */
export async function openStoredBody(folder: string): Promise<StoredBody> {
  const file = await openUnnamed(folder).catch(refuse);
  return {
    async add(chunk) {
      await file.appendFile(chunk).catch(refuse);
    },
    read: () => file.createReadStream({ start: 0, autoClose: false, highWaterMark: PIECE }),
    remove: () => file.close(),
  };
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

function refuse(cause: unknown): never {
  throw new AppError(
    'unavailable',
    'The file could not be stored just now. Please try again in a moment.',
    { retryAfterSeconds: 10, cause },
  );
}
