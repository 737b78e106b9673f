/**
 * Synonyms of searches, as staff write them. Promises: a change counts from the next search on, in
 * every process; the audit log has every change.
 */
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import { fold } from '../catalog/catalog.ts';
import type { Ctx } from '../context.ts';
import { editAsAdmin } from '../edit-as-admin.ts';
import { requireAdmin } from '../permissions.ts';
import {
  LONGEST_SYNONYM,
  MAX_SYNONYM_GROUPS,
  MAX_SYNONYMS,
  type Synonyms,
  toLine,
} from './merchandising.schema.ts';
import {
  deleteSynonyms,
  insertSynonyms,
  selectAllSynonyms,
  selectSynonymsById,
  updateSynonyms,
} from './synonyms.store.ts';

/** All groups of words that find the same products (admin). */
export async function listSynonyms(ctx: Ctx, actor: Actor): Promise<Synonyms[]> {
  requireAdmin(actor);
  return selectAllSynonyms(ctx.db);
}

/** Adds a group (admin). `text` has its words, with commas between them. */
export async function addSynonyms(ctx: Ctx, actor: Actor, text: string): Promise<Synonyms> {
  return change(ctx, actor, async (tx, adminId) => {
    const words = readWords(text);
    const added = { id: newId('syn'), words };
    await requireNew(tx, added);
    await insertSynonyms(tx, added);
    await recordAudit(tx, adminId, 'synonyms.add', added.id, { words });
    return added;
  });
}

/**
 * Changes the words of a group (admin). `shown` are the words that the writer saw: 412
 * `edit_conflict` when somebody else changed them meanwhile.
 */
export async function editSynonyms(
  ctx: Ctx,
  actor: Actor,
  { id, text, shown }: { id: string; text: string; shown: string },
): Promise<Synonyms> {
  return change(ctx, actor, async (tx, adminId) => {
    const words = readWords(text);
    const { words: before } = await requireShown(tx, id, shown);
    await requireNew(tx, { id, words });
    await updateSynonyms(tx, { id, words });
    await recordAudit(tx, adminId, 'synonyms.edit', id, { changed: { words: [before, words] } });
    return { id, words };
  });
}

/** Removes a group (admin). */
export async function removeSynonyms(
  ctx: Ctx,
  actor: Actor,
  { id, shown }: { id: string; shown: string },
): Promise<Synonyms> {
  return change(ctx, actor, async (tx, adminId) => {
    const group = await requireShown(tx, id, shown);
    await deleteSynonyms(tx, id);
    await recordAudit(tx, adminId, 'synonyms.remove', id, { words: group.words });
    return group;
  });
}

// Runs one change at a time: groups are few, and none may exist twice.
function change<T>(
  ctx: Ctx,
  actor: Actor,
  work: (tx: Tx, adminId: string) => Promise<T>,
): Promise<T> {
  return editAsAdmin(ctx, actor, { locks: ['synonyms'] }, work);
}

/** The words of a group as they are searched. */
function readWords(text: string): string[] {
  const words = [
    ...new Set(
      text
        .split(/[,;\n]/)
        .map(fold)
        .filter(Boolean),
    ),
  ];
  if (words.length < 2) throw refused('Please write at least two words, with commas between them.');
  if (words.length > MAX_SYNONYMS) {
    throw refused(`Please write at most ${MAX_SYNONYMS} words on one line.`);
  }
  const long = words.find((word) => word.length > LONGEST_SYNONYM || word.split(' ').length > 2);
  if (long) {
    throw refused(
      `“${long}” is too long. A synonym is one word or two, with ${LONGEST_SYNONYM} letters at most.`,
    );
  }
  return words;
}

async function requireShown(tx: Tx, id: string, shown: string): Promise<Synonyms> {
  const group = await selectSynonymsById(tx, id);
  if (group && toLine(group) === shown) return group;
  throw new AppError(
    'edit_conflict',
    group
      ? `Somebody else has changed this line to “${toLine(group)}”. To write or remove it all the same, press the button again.`
      : 'Somebody else has removed this line. To have it back, add it again.',
  );
}

async function requireNew(tx: Tx, { id, words }: Synonyms): Promise<void> {
  const wanted = words.toSorted().join();
  const others = (await selectAllSynonyms(tx)).filter((group) => group.id !== id);
  if (others.length >= MAX_SYNONYM_GROUPS) {
    throw refused(`A shop has at most ${MAX_SYNONYM_GROUPS} lines of synonyms.`);
  }
  if (others.some((group) => group.words.toSorted().join() === wanted)) {
    throw refused('There is a line with these words already.');
  }
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message);
}
