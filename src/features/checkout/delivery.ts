/** The addresses of a cart: those that the customer chose, and what shipping to them costs. */
import { type Executor, inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { type Actor, requireUser } from '../actor.ts';
import type { SavedAddress } from '../addresses/addresses.schema.ts';
import { getAddress, requireAddress, toSaved } from '../addresses/addresses.ts';
import type { CartView } from '../cart/cart.schema.ts';
import { lockOrOpenCart } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import {
  cheapestOf,
  cityOfShop,
  type DeliveryOption,
  type Destination,
  deliveryOptions,
  destinationOf,
  findOption,
} from '../delivery/delivery.ts';
import type { DeliverySettings } from '../delivery-settings.ts';
import { requireDelivery } from '../orders/orders.ts';
import {
  type CartAddress,
  selectCartAddresses,
  selectGuestAddresses,
  upsertCartAddress,
} from './delivery.store.ts';

export interface Addresses {
  /** Null while only the city of the estimate is known. */
  delivery: SavedAddress | null;
  /** Null where it is the same as the delivery address. */
  billing: SavedAddress | null;
  /** The destination of the chosen or default address if the shop does not deliver there. */
  outOfReach: Destination | null;
}

/** Where a cart goes, by which way, and at what price. Amounts in minor units. */
export interface Delivery extends Addresses {
  city: string | null;
  /** The ways of delivery to it, and the id of the one that is chosen. */
  options: DeliveryOption[];
  methodId: string | null;
  shippingMinor: number | null;
  totalMinor: number | null;
  /** The estimate for the cart's city, if it differs. */
  estimate: { city: string; shippingMinor: number } | null;
}

/**
 * Where the caller's cart goes: to the chosen address, else to the default one, else to the city of
 * the estimate. It goes by the chosen way of delivery, else by the cheapest.
 */
export async function findDelivery(ctx: Ctx, actor: Actor, cart: CartView): Promise<Delivery> {
  // Reading the cart has updated these settings.
  const { known } = ctx.delivery;
  const addresses: Addresses = cart.id
    ? await selectDelivery(ctx, ctx.db, known, actor.user?.id ?? null, cart.id)
    : { delivery: null, billing: null, outOfReach: null };
  const { delivery } = addresses;
  const to = delivery
    ? destinationOf(delivery)
    : cart.city === null
      ? null
      : cityOfShop(ctx, cart.city, cart.zip);
  const options = to ? deliveryOptions(ctx, known, to, cart) : [];
  const cheapest = cheapestOf(options);
  const chosen = findOption(options, cart.methodId) ?? cheapest;
  const differs = delivery && cart.city !== null && cart.shippingMinor !== null;
  return {
    ...addresses,
    city: to?.city ?? null,
    options,
    methodId: chosen?.id ?? null,
    shippingMinor: chosen?.priceMinor ?? null,
    totalMinor: chosen && cart.subtotalMinor + chosen.priceMinor,
    estimate:
      differs && cart.shippingMinor !== cheapest?.priceMinor
        ? { city: cart.city ?? '', shippingMinor: cart.shippingMinor ?? 0 }
        : null,
  };
}

/**
 * The addresses of the cart of an account, or of a guest without `userId`. One that the shop does
 * not deliver to counts as none.
 */
export async function selectDelivery(
  ctx: Ctx,
  db: Executor,
  settings: DeliverySettings,
  userId: string | null,
  cartId: string,
): Promise<Addresses> {
  const rows: CartAddress[] = await (userId === null
    ? selectGuestAddresses(db, cartId)
    : selectCartAddresses(db, userId, cartId));
  const parcel = { subtotalMinor: 0, weightGrams: 0 };
  const able = rows.filter(
    ({ address }) => deliveryOptions(ctx, settings, destinationOf(address), parcel).length > 0,
  );
  const goes = ofCart(able);
  const meant = ofCart(rows);
  const bill = rows.find(({ isForBill }) => isForBill);
  return {
    delivery: goes ? toSaved(goes.address) : null,
    billing: bill && bill !== goes ? toSaved(bill.address) : null,
    outOfReach: !goes && meant ? destinationOf(meant.address) : null,
  };
}

/** The address that was chosen, else the default one. */
const ofCart = (rows: CartAddress[]) =>
  rows.find(({ isChosen }) => isChosen) ?? rows.find(({ address }) => address.isDefault);

/** Refuses an order whose address is not the one that the page showed, or that needs one. */
export function requireSeenAddress(ctx: Ctx, addresses: Addresses, shownId: string | null): void {
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
  if (kind === 'delivery' && address) await requireDelivery(ctx, ctx.db, address);
  await inTransaction(ctx.db, async (tx) => {
    const cartId = await lockOrOpenCart(ctx, tx, userId);
    if (addressId !== null) await requireAddress(tx, actor, addressId);
    await upsertCartAddress(tx, cartId, kind, addressId);
  });
}
