import { inTransaction, type Tx } from '#db/client.ts';
import { counted } from '#shared/counted.ts';
import { DAY_S } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { keyUsed } from '../key-used.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  findLines,
  getOwnOrder,
  isSameChoice,
  lockForOwner,
  lockForStaff,
  type OrderCustomer,
  recordStaffChange,
  requireCustomer,
  requireSeenVersion,
} from '../orders/orders.ts';
import { enqueue } from '../outbox/outbox.ts';
import { enforceRateLimit, limitKey } from '../rate-limits/rate-limits.ts';
import { readReturnPolicy } from '../return-policy/return-policy.ts';
import { writeApproval } from './decide-return.ts';
import { sentExchanges } from './left-to-return.schema.ts';
import { postagePayerOf } from './postage.schema.ts';
import { reserveExchanges } from './reserve-exchanges.ts';
import {
  notReturnable,
  requireNoFinalSale,
  returnableForStaff,
  returnableOf,
} from './returnable.ts';
import type { ReturnRequest } from './returns.schema.ts';
import { insertReturn } from './returns.store.ts';

/** The most returns of one order, including withdrawn ones, because its pages show all of them. */
const MAX_RETURNS = 50;
const TOO_MANY =
  'You have asked for many returns today. Please write to us, or try again tomorrow.';

type KeyedReturn = ReturnRequest & {
  key: string;
  /** Whether staff approve it at once, because they record it for the customer. */
  isApproved?: boolean;
};

/**
 * Requests a return of delivered units, and tells the customer and the shop. The owner of an order
 * may do this within `returns.days` of `shop.config.ts`, and staff at any time, also for final
 * sales. `key` identifies the return: a repeat returns the same one, or is 409 `return_state` if
 * that one was withdrawn. `version` is that of the order that staff saw; without it nothing is
 * compared. 409 `order_changed`, `final_sale`, `not_returnable`, `payment_incomplete`;
 * `not_exchangeable`, `price_changed` or `out_of_stock` for what is wanted in exchange; 429 above
 * `requestsPerDay`, which for guests counts by order.
 */
export async function requestReturn(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  request: KeyedReturn & { version?: number | null },
): Promise<{ id: string }> {
  const customer = await requireCustomer(ctx, actor, orderId);
  const { isStaff } = customer;
  if (!isStaff) {
    await getOwnOrder(ctx, actor, orderId);
    const rule = { most: ctx.shop.returns.requestsPerDay, seconds: DAY_S };
    await enforceRateLimit(
      ctx,
      limitKey('request-return', customer.userId ?? orderId),
      rule,
      TOO_MANY,
    );
  }
  return inTransaction(ctx.db, async (tx) => {
    const order = await (isStaff ? lockForStaff(tx, orderId) : lockForOwner(tx, orderId, customer));
    const earlier = order.returns.find(({ key }) => key === request.key);
    if (earlier) return requireSame(order, earlier, request);
    requireSeenVersion(order, request.version ?? null);
    if (order.status !== 'paid') {
      throw new AppError('payment_incomplete', 'This order is not paid, so nothing was sent.');
    }
    if (!isStaff && order.returns.length >= MAX_RETURNS) {
      throw new AppError('not_returnable', 'This order has many returns. Please write to us.');
    }
    if (!isStaff) requireNoFinalSale(order, request.lines);
    const ofReturnId = requireSentExchange(order, request);
    const units = isStaff
      ? returnableForStaff(order, ofReturnId)
      : returnableOf(order, ctx.shop.returns.days, ctx.now(), ofReturnId).units;
    const leftOf = (line: OrderView['lines'][number]) => units[order.lines.indexOf(line)] ?? 0;
    const lines = findLines(order, request.lines, leftOf, notReturnable);
    return { id: await writeReturn(ctx, tx, customer, { order, lines, request }) };
  });
}

/** The earlier return whose exchange comes back; null when what was bought does. */
function requireSentExchange(order: OrderView, { ofReturn }: ReturnRequest): string | null {
  if (!ofReturn) return null;
  if (sentExchanges(order).some(({ id }) => id === ofReturn)) return ofReturn;
  throw new AppError('not_returnable', 'This order has no exchange of that return that was sent.');
}

async function writeReturn(
  ctx: Ctx,
  tx: Tx,
  customer: OrderCustomer,
  {
    order,
    lines,
    request: { key, note, ofReturn, isApproved = false },
  }: {
    order: OrderView;
    lines: (ReturnRequest['lines'][number] & { position: number })[];
    request: KeyedReturn;
  },
): Promise<string> {
  const id = newId('ret');
  const ofReturnId = ofReturn ?? null;
  const at = ctx.now();
  const { id: orderId } = order;
  const { postagePaidBy: policy } = await readReturnPolicy(tx);
  const postagePaidBy = postagePayerOf(policy, lines);
  const approvedAt = customer.isStaff && isApproved ? at : null;
  const row = { id, orderId, ofReturnId, key, note, postagePaidBy, requestedAt: at, approvedAt };
  await insertReturn(tx, row, lines);
  const reserving = { order, returnId: id, ofReturnId, actor: customer.id, at };
  await reserveExchanges(ctx, tx, reserving, lines);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const detail = counted(units, 'item');
  // The note is the customer's own text and is removed with the account, so neither log repeats it.
  await recordStaffChange(tx, order, { event: 'return-requested', actor: customer.id, at, detail });
  if (customer.isStaff) {
    await recordAudit(tx, customer.id, 'return.request', orderId, { returnId: id, units });
  }
  if (approvedAt) {
    await writeApproval(tx, { order, returnId: id, admin: customer.id, at });
    return id;
  }
  const about = { orderId, returnId: id };
  const payload = { ...about, isByStaff: customer.isStaff };
  await enqueue(tx, { kind: 'return.requested', payload }, at);
  await enqueue(tx, { kind: 'staff.return-requested', payload: about }, at);
  return id;
}

/** Refuses a key that was used for another return of the order. */
function requireSame(
  order: OrderView,
  earlier: OrderView['returns'][number],
  { lines, ofReturn }: ReturnRequest,
): { id: string } {
  const wantedFor = new Map(lines.map((line) => [line.sku, line]));
  const isSame =
    earlier.ofReturnId === (ofReturn ?? null) &&
    isSameChoice(order, earlier.lines, lines) &&
    earlier.lines.every((line) => {
      const sku = order.lines[line.position]?.sku ?? '';
      const wanted = wantedFor.get(sku);
      return (
        wanted?.reason === line.reason &&
        (wanted.exchangeForSku ?? null) === (line.exchange?.sku ?? null)
      );
    });
  // A page from before the withdrawal has its key still.
  if (isSame && earlier.state === 'withdrawn') {
    const message = 'You took this request back. Please reload the page to ask again.';
    throw new AppError('return_state', message);
  }
  if (isSame) return { id: earlier.id };
  throw keyUsed('return');
}
