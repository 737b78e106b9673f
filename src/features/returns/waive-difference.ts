import { formatMoney } from '#shared/money.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { recordStaffChange } from '../orders/orders.ts';
import { waivableOf } from '../orders/returns/exchange-price.schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import { requireAdmin } from '../permissions.ts';
import type { ReturnChange } from './change-return.ts';
import { updateExchange } from './returns.store.ts';
import { endUnpaidDifference } from './unpaid-difference.ts';

/**
 * Waives the whole difference to the dearer exchanges of a return, so that they can be sent (admin).
 * From then on they cost what was paid for the items that come back. The customer gets an email. A
 * repeat does nothing. Returns and refuses what `endUnpaidDifference` does.
 */
export async function waiveDifference(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { version }: ReturnChange,
): Promise<{ orderId: string; isCardOpen: boolean }> {
  const { id: admin } = requireAdmin(actor);
  return endUnpaidDifference(
    ctx,
    { id, actor: admin, version },
    (_, { lines }) => lines.some(({ exchange }) => (exchange?.waivedUnitMinor ?? 0) > 0),
    async (tx, { order, one, dueMinor: amountMinor }) => {
      const at = ctx.now();
      for (const line of one.lines) {
        const waivedUnitMinor = waivableOf(line);
        if (waivedUnitMinor > 0) await updateExchange(tx, id, line.position, { waivedUnitMinor });
      }
      const detail = formatMoney(amountMinor);
      await recordStaffChange(tx, order, { event: 'exchange-waived', actor: admin, at, detail });
      const about = { returnId: id, amountMinor };
      await recordAudit(tx, admin, 'return.waive-difference', order.id, about);
      const payload = { orderId: order.id, returnId: id };
      await enqueue(tx, { kind: 'exchange.waived', payload }, at);
    },
  );
}
