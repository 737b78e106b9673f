import { type Executor, inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import { computeTaxes } from '#shared/taxes.ts';
import type { Actor } from '../actor.ts';
import type { Address } from '../addresses/addresses.schema.ts';
import { cityOf, isSame } from '../addresses/addresses.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import {
  cheapestOf,
  cityOfShop,
  deliveryOptions,
  destinationOf,
  findOption,
  noDelivery,
} from '../delivery/delivery.ts';
import { type TaxesThere, taxesAt } from '../taxes/taxes.ts';
import { maySee, noSuchOrder, requireCustomer } from './access/order-access.ts';
import { hasToShip } from './lists/to-ship.schema.ts';
import {
  putDeliveryAddress,
  selectDeliveryAddress,
  selectOrderWeight,
  selectTaxable,
} from './order-address.store.ts';
import { insertEvent, lockOrder, type OrderRow } from './orders.store.ts';
import { lockForStaff } from './staff-change.ts';

/**
 * Adds the delivery address of an order that has none (its owner, or staff), or corrects it
 * (staff). Amounts stay the same, so an owner's address may not cost more shipping or more taxes
 * than the order paid: 409 `price_changed`. 412 `edit_conflict` when the address has another
 * version than the corrected one. 409 `already_shipped` once nothing remains to be
 * shipped, of the order or of an exchange. A repeat does nothing.
 */
export async function setOrderAddress(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { address, version }: { address: Address; version: number | null },
): Promise<void> {
  const customer = await requireCustomer(ctx, actor, id);
  const { isStaff } = customer;
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order || !maySee(customer, order)) throw noSuchOrder();
    if (order.status === 'cancelled') {
      throw new AppError('order_closed', 'This order was cancelled, so it needs no address.');
    }
    if (order.userId === null && !order.isGuest) {
      throw new AppError(
        'order_closed',
        'The account of this order was deleted, with its address.',
      );
    }
    const stored = await selectDeliveryAddress(tx, id);
    if (stored && isSame(stored, address)) return;
    if (!hasToShip(await lockForStaff(tx, id))) {
      throw new AppError(
        'already_shipped',
        'This order has nothing left to ship, so its address cannot be changed.',
      );
    }
    if (stored && !isStaff) {
      throw new AppError(
        'forbidden',
        'This order already has an address. Please write to us, and we will correct it before we ship the order.',
      );
    }
    if (stored) requireVersion(stored.version, version);
    await requireDelivery(ctx, tx, address);
    if (!isStaff) {
      await requirePaidShipping(ctx, tx, order, address);
      await requirePaidTaxes(ctx, tx, order, address);
    }
    const at = ctx.now();
    await putDeliveryAddress(tx, id, address, at);
    const { status } = order;
    // The history and the audit log are never cleaned, so they do not repeat the address.
    const event = stored ? 'address-corrected' : 'address-added';
    const change = { orderId: id, event, fromStatus: status, toStatus: status } as const;
    await insertEvent(tx, { ...change, actor: customer.id, at });
    if (isStaff) await recordAudit(tx, customer.id, 'order.address', id, { event });
  });
}

/** 422 `no_delivery` when the shop does not deliver to an address. */
export async function requireDelivery(ctx: Ctx, db: Executor, address: Address): Promise<void> {
  const to = destinationOf(address);
  const parcel = { subtotalMinor: 0, weightGrams: 0 };
  const settings = await ctx.delivery.read(db);
  if (deliveryOptions(ctx, settings, to, parcel).length === 0) throw noDelivery(to);
}

function requireVersion(stored: number, given: number | null): void {
  if (given === null) {
    throw new AppError('precondition_required', 'Please send the version that you correct.');
  }
  if (given === stored) return;
  throw new AppError(
    'edit_conflict',
    'Somebody else has changed this address meanwhile. Please look at it again.',
  );
}

/**
 * Refuses an address where the order's way of delivery costs more than the order paid. Where that
 * way is not offered, the price of the cheapest one counts.
 */
async function requirePaidShipping(
  ctx: Ctx,
  tx: Tx,
  order: OrderRow,
  address: Address,
): Promise<void> {
  const { subtotalMinor, deliveryMethod } = order;
  const parcel = { subtotalMinor, weightGrams: await selectOrderWeight(tx, order.id) };
  const options = deliveryOptions(ctx, ctx.delivery.known, destinationOf(address), parcel);
  const cost = (findOption(options, deliveryMethod) ?? cheapestOf(options))?.priceMinor ?? 0;
  if (cost <= order.shippingMinor) return;
  throw new AppError(
    'price_changed',
    `Shipping to ${cityOf(address)} costs ${formatMoney(cost)}, and this order has ${formatMoney(order.shippingMinor)} for shipping to ${order.city}. Please write to us.`,
  );
}

/**
 * Refuses an address where the order would have more taxes than it has. The shop does not keep
 * earlier rates. So after a change of the rates, the address may have the taxes that the order's own
 * place has by today's: only what the address makes dearer is refused.
 */
async function requirePaidTaxes(
  ctx: Ctx,
  tx: Tx,
  order: OrderRow,
  address: Address,
): Promise<void> {
  const rates = await ctx.taxes.read(tx);
  const lines = await selectTaxable(tx, order.id);
  const taxesOf = (there: TaxesThere) =>
    computeTaxes(
      order.taxesIncluded,
      lines.map(({ amountMinor, categoryId }) => ({ amountMinor, rate: there.rateOf(categoryId) })),
      { amountMinor: order.shippingMinor, rate: there.shippingRate },
    ).taxMinor;
  const taxMinor = taxesOf(taxesAt(rates, destinationOf(address)));
  // An order without an address was taxed at its city.
  const before = taxesOf(taxesAt(rates, cityOfShop(ctx, order.city, order.zip)));
  if (taxMinor <= Math.max(order.taxMinor, before)) return;
  throw new AppError(
    'price_changed',
    `The taxes of an order to ${cityOf(address)} are ${formatMoney(taxMinor)}, and this order has ${formatMoney(order.taxMinor)}. Please write to us.`,
  );
}
