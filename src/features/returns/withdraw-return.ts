import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { getOwnOrder, recordStaffChange, requireCustomer } from '../orders/orders.ts';
import { changeReturn, noSuchReturn, requireState } from './change-return.ts';
import { releaseExchanges } from './release-exchanges.ts';
import { selectOrderOfReturn, updateReturn } from './returns.store.ts';

/**
 * Withdraws a return before it is approved, for the owner of the order. Returns the order's id. A
 * repeat does nothing. 404 for another person's return; 409 `return_state`.
 */
export async function withdrawReturn(ctx: Ctx, actor: Actor, id: string): Promise<string> {
  const found = await selectOrderOfReturn(ctx.db, id);
  const customer = await requireCustomer(ctx, actor, found?.orderId ?? '');
  if (!found) throw noSuchReturn();
  await getOwnOrder(ctx, actor, found.orderId);
  const isDone = ({ state }: { state: string }) => state === 'withdrawn';
  return changeReturn(
    ctx,
    { id, actor: customer.id },
    { version: null },
    isDone,
    async (tx, { order, one }) => {
      requireState(one, ['requested']);
      const at = ctx.now();
      await updateReturn(tx, id, { withdrawnAt: at });
      await releaseExchanges(tx, { order, one, because: 'withdrawn', actor: customer.id, at });
      await recordStaffChange(tx, order, { event: 'return-withdrawn', actor: customer.id, at });
    },
  );
}
