/** Works on many records in one transaction, unless the database refuses one of them. */
import { inTransaction, type Tx } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import { refusalOf } from './refusals.ts';

/**
 * Calls `work` with all items in one transaction. If the database refuses that, each item gets its
 * own transaction. If an item is refused again, `work` is called for it alone, with the reason.
 */
export async function inBatchOrEach<Item, At>(
  ctx: Ctx,
  items: Item[],
  at: At,
  work: (tx: Tx, items: Item[], at: At, refused: string | null) => Promise<At>,
): Promise<At> {
  try {
    return await inTransaction(ctx.db, (tx) => work(tx, items, at, null));
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (items.length === 1) {
      return inTransaction(ctx.db, (tx) => work(tx, items, at, refusal.message));
    }
  }
  let next = at;
  for (const item of items) next = await inBatchOrEach(ctx, [item], next, work);
  return next;
}
