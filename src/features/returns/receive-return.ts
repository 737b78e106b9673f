import { counted } from '#shared/counted.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { lockStock, restockReturned } from '../inventory/inventory.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { carryOutOrderRefund, recordStaffChange } from '../orders/orders.ts';
import { reservedOf } from '../orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import { requireAdmin } from '../permissions.ts';
import {
  changeReturn,
  type ReturnChange,
  requireEarlierHere,
  requireState,
} from './change-return.ts';
import type { ReceiveRequest } from './returns.schema.ts';
import { updateReceived, updateReturn } from './returns.store.ts';
import { settleExchanges } from './settle-exchanges.ts';

type Came = Pick<ReturnView['lines'][number], 'position' | 'condition' | 'restocked'> & {
  received: number;
};

/**
 * Records what arrived of an approved return, puts units into the stock if the request says so, and
 * tells the customer (admin). What was reserved for items that did not come goes back into the stock.
 * The difference to a cheaper variant is refunded. Returns the id of the order. A repeat does nothing.
 * 409 `order_changed`; 409 `return_state`, also for a repeat with other values, and with exchanges
 * while the parcel of an earlier return is on its way.
 */
export async function receiveReturn(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { lines, ...change }: ReceiveRequest & ReturnChange,
): Promise<string> {
  const admin = requireAdmin(actor);
  const isDone = (one: ReturnView, order: OrderView) =>
    one.receivedAt !== null && (!lines || isSame(one, whatCame(order, one, lines)));
  let refundId: string | null = null;
  const orderId = await changeReturn(
    ctx,
    { id, actor: admin.id },
    change,
    isDone,
    async (tx, { order, one }) => {
      requireState(one, ['in_transit']);
      // Its arrival refunds the difference to a cheaper variant.
      if (one.lines.some(({ exchange }) => exchange)) requireEarlierHere(order, one);
      const came = whatCame(order, one, lines);
      const at = ctx.now();
      for (const { position, ...line } of came) await updateReceived(tx, id, position, line);
      await updateReturn(tx, id, { receivedAt: at });
      const back = itemsOf(
        one,
        came.filter(({ restocked }) => restocked),
      );
      // Some come back into the stock, and others are released: all of them are locked at once.
      await lockStock(tx, [
        ...back.map(({ variantId }) => variantId),
        ...reservedOf(one).map(({ exchange }) => exchange.variantId),
      ]);
      if (back.length > 0) {
        const moved = { id: order.id, actor: admin.id, at };
        await restockReturned(tx, moved, `return ${id}`, back);
      }
      const units = came.reduce((sum, { received }) => sum + received, 0);
      const detail = counted(units, 'item');
      await recordStaffChange(tx, order, { event: 'return-received', actor: admin.id, at, detail });
      const restocked = back.reduce((sum, { quantity }) => sum + quantity, 0);
      await recordAudit(tx, admin.id, 'return.receive', order.id, {
        returnId: id,
        units,
        restocked,
      });
      refundId = await settleExchanges(ctx, tx, { order, one, came, actor: admin.id, at });
      const payload = { orderId: order.id, returnId: id };
      await enqueue(tx, { kind: 'return.received', payload }, at);
    },
  );
  // When the provider can't be reached or refuses, staff see the refund as any other.
  if (refundId !== null) await carryOutOrderRefund(ctx, refundId);
  return orderId;
}

/** The variants that arrived, each once: two lines may have been exchanged for the same one. */
function itemsOf({ lines }: ReturnView, came: Came[]) {
  const units = new Map<string, number>();
  for (const { position, received } of came) {
    const item = lines.find((line) => line.position === position)?.item;
    if (item) units.set(item.variantId, (units.get(item.variantId) ?? 0) + received);
  }
  return [...units].map(([variantId, quantity]) => ({ variantId, quantity }));
}

/**
 * What arrived of each line of a return. Without `lines` everything arrived; a line that is left
 * out did not arrive.
 */
function whatCame(order: OrderView, one: ReturnView, lines: ReceiveRequest['lines']): Came[] {
  const skuOf = ({ position }: { position: number }) => order.lines[position]?.sku ?? '';
  const known = new Set(one.lines.map(skuOf));
  const unknown = lines?.find(({ sku }) => !known.has(sku));
  if (unknown) {
    throw new AppError('invalid_request', `This return has no line with the SKU ${unknown.sku}.`);
  }
  return one.lines.map((line) => {
    const { position, quantity } = line;
    if (!lines) return { position, received: quantity, condition: null, restocked: false };
    const sku = skuOf(line);
    const came = lines.find((other) => other.sku === sku);
    const received = came?.quantity ?? 0;
    if (received > quantity) {
      const left = { sku, left: quantity };
      throw new AppError('not_returnable', `At most ${quantity} of ${sku} are in this return.`, {
        details: left,
      });
    }
    return {
      position,
      received,
      condition: received > 0 ? (came?.condition ?? null) : null,
      restocked: received > 0 && came?.restock === true,
    };
  });
}

function isSame(one: ReturnView, came: Came[]): boolean {
  return came.every(({ position, ...line }) => {
    const before = one.lines.find((other) => other.position === position);
    return (
      before?.received === line.received &&
      before.condition === line.condition &&
      before.restocked === line.restocked
    );
  });
}
