import type { SQLWrapper } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { writeRowOrder } from '#db/row-order.ts';
import type { Differences } from '#shared/differences.ts';
import { AppError } from '#shared/errors.ts';

/** What is said of an order that was made from another list than the current one. */
export const LIST_CHANGED = 'The list has changed. Please look at it again.';

/**
 * Puts the rows of a table into this order: all of them, each once. `before` are the rows as they are
 * ordered now; the caller holds a lock on them. Returns the names before and after, for the audit
 * log; null when nothing changed.
 */
export async function reorderRows(
  tx: Tx,
  table: SQLWrapper,
  before: readonly { id: string; name: string }[],
  ids: readonly string[],
): Promise<Differences | null> {
  const nameOf = new Map(before.map(({ id, name }) => [id, name]));
  const isSame = ids.length === before.length && new Set(ids).size === ids.length;
  if (!isSame || !ids.every((id) => nameOf.has(id))) {
    throw new AppError('invalid_request', LIST_CHANGED);
  }
  if (before.every(({ id }, index) => id === ids[index])) return null;
  await writeRowOrder(tx, table, ids);
  return { order: [before.map(({ name }) => name), ids.map((id) => nameOf.get(id))] };
}
