/** Whether somebody has edited products since a job changed them, for its undo. */
import type { Executor } from '#db/client.ts';
import type { AuditAction } from '../audit-log/audit-log.schema.ts';
import { type LastEntry, lastEntries } from '../audit-log/audit-log.ts';

/** A product with more edits than this was edited since, whatever they are. */
const MOST_EDITS = 50;

const UNDO_OF: Partial<Record<AuditAction, AuditAction>> = {
  'product.import': 'product.undoImport',
  'product.bulkEdit': 'product.undoBulkEdit',
};

/** A product, the version that the job made, and the one that it has now. */
interface Versions {
  id: string;
  made: number;
  now: number;
}

/** What happened to products since a job changed them. */
interface Since {
  edited: Set<string>;
  /** How many movements of stock later jobs and their undo made of products that are not edited. */
  undoneMovements: Map<string, number>;
}

/**
 * The products that were edited since a job made a version of them. Edits of later jobs that were
 * undone since do not count: they left the product and its stock as they were.
 */
export async function editedSince(db: Executor, job: string, products: Versions[]): Promise<Since> {
  const others = products.filter(({ made, now }) => made !== now);
  const edits = others.filter(({ made, now }) => now > made && now - made <= MOST_EDITS);
  const entries = await lastEntries(
    db,
    'product.',
    edits.map(({ id, made, now }) => ({ subject: id, count: now - made })),
  );
  const same = edits.filter(({ id, made, now }) => {
    const since = entries.get(id) ?? [];
    // Each change by a job is one version and one entry, so none was made without one.
    return since.length === now - made && isAllUndone(since, job);
  });
  const unedited = new Set(same.map(({ id }) => id));
  return {
    edited: new Set(others.flatMap(({ id }) => (unedited.has(id) ? [] : id))),
    undoneMovements: new Map(same.map(({ id }) => [id, movementsOf(entries.get(id) ?? [])])),
  };
}

function movementsOf(entries: LastEntry[]): number {
  return entries.reduce((sum, { movements }) => sum + movements, 0);
}

/** Whether these entries, oldest first, are changes by other jobs and the undo of each of them. */
export function isAllUndone(entries: LastEntry[], job: string): boolean {
  const open: LastEntry[] = [];
  for (const entry of entries) {
    if (entry.job === null || entry.job === job) return false;
    if (UNDO_OF[entry.action]) {
      open.push(entry);
      continue;
    }
    let isUndone = false;
    // A job may have changed the product several times; its undo takes all of that back.
    while (open.at(-1)?.job === entry.job)
      isUndone = UNDO_OF[open.pop()?.action ?? 'product.edit'] === entry.action;
    if (!isUndone) return false;
  }
  return open.length === 0;
}
