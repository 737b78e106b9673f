/** The addresses of a cart: which the customer chose, and what shipping to them costs. */
import { type Executor, inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { type Actor, requireUser } from '../actor.ts';
import type { SavedAddress } from '../addresses/addresses.schema.ts';
import { cityOf, getAddress, requireAddress, toSaved } from '../addresses/addresses.ts';
import type { CartView } from '../cart/cart.schema.ts';
import { lockOrOpenCart } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import { requireDelivery } from '../orders/orders.ts';
import { deliversTo, shippingCost } from '../shipping/shipping.ts';
import { selectCartAddresses, upsertCartAddress } from './delivery.store.ts';

export interface Addresses {
  /** Null while only the city of the estimate is known. */
  delivery: SavedAddress | null;
  /** Where it differs from the delivery address. */
  billing: SavedAddress | null;
}

/** Where a cart goes, and what that changes. Amounts in minor units. */
export interface Delivery extends Addresses {
  city: string | null;
  shippingMinor: number | null;
  totalMinor: number | null;
  /** What the estimate for the cart's city said, where it was something else. */
  estimate: { city: string; shippingMinor: number } | null;
}

/** Where the caller's cart goes: to the address that was chosen, else to the default one. */
export async function findDelivery(ctx: Ctx, actor: Actor, cart: CartView): Promise<Delivery> {
  const { city, shippingMinor, totalMinor, subtotalMinor } = cart;
  const none = { delivery: null, billing: null, city, shippingMinor, totalMinor, estimate: null };
  if (!cart.id) return none;
  const addresses = await selectDelivery(ctx, ctx.db, requireUser(actor).id, cart.id);
  const { delivery } = addresses;
  if (!delivery) return { ...none, ...addresses };
  const cost = shippingCost(ctx.shop.shipping, cityOf(delivery), delivery.country);
  const differs = city !== null && shippingMinor !== null && shippingMinor !== cost;
  return {
    ...addresses,
    city: cityOf(delivery),
    shippingMinor: cost,
    totalMinor: subtotalMinor + cost,
    estimate: differs ? { city, shippingMinor } : null,
  };
}

/** The addresses of an account's cart. One in a country without delivery counts as none. */
export async function selectDelivery(
  ctx: Ctx,
  db: Executor,
  userId: string,
  cartId: string,
): Promise<Addresses> {
  const rows = await selectCartAddresses(db, userId, cartId);
  const able = rows.filter(({ address }) => deliversTo(ctx.shop.shipping, address.country));
  const goes = able.find(({ isChosen }) => isChosen) ?? able.find((row) => row.address.isDefault);
  const bill = rows.find(({ isForBill }) => isForBill);
  return {
    delivery: goes ? toSaved(goes.address) : null,
    billing: bill && bill !== goes ? toSaved(bill.address) : null,
  };
}

/** Refuses an order whose address is not the one that the page showed, or that needs one. */
export function requireShownAddress(ctx: Ctx, addresses: Addresses, shownId: string | null): void {
  if ((addresses.delivery?.id ?? null) !== shownId) {
    throw new AppError(
      'price_changed',
      'Your delivery address has changed in the meantime. Please look at it again.',
    );
  }
  requireAddressIfNeeded(ctx, addresses);
}

/** Refuses an order of a cart without a delivery address where the shop needs one. */
export function requireAddressIfNeeded({ shop }: Ctx, { delivery }: Addresses): void {
  if (!delivery && shop.shipping.addressRequired) {
    throw new AppError('invalid_request', 'Please add your delivery address first.');
  }
}

/**
 * Chooses one of the caller's addresses for their cart: for the parcel or for the bill. Null for the
 * bill means the delivery address.
 */
export async function chooseAddress(
  ctx: Ctx,
  actor: Actor,
  kind: 'delivery' | 'billing',
  addressId: string | null,
): Promise<void> {
  const { id: userId } = requireUser(actor);
  const address = addressId === null ? null : await getAddress(ctx, actor, addressId);
  if (kind === 'delivery' && address) requireDelivery(ctx, address);
  await inTransaction(ctx.db, async (tx) => {
    const cartId = await lockOrOpenCart(ctx, tx, userId);
    if (addressId !== null) await requireAddress(tx, actor, addressId);
    await upsertCartAddress(tx, cartId, kind, addressId);
  });
}
