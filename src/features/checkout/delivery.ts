/** The addresses of a cart: those that the customer chose, and what shipping to them costs. */
import { type Executor, inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { computeTaxes, type OrderTaxes } from '#shared/taxes.ts';
import type { Actor } from '../actor.ts';
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
import { requireUser } from '../permissions.ts';
import { taxesAt } from '../taxes/taxes.ts';
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

/** What an estimate said, and what the delivery address makes of it. Null where both are equal. */
export interface Estimate {
  city: string;
  shipping: { estimatedMinor: number; minor: number } | null;
  taxes: { estimatedMinor: number; minor: number } | null;
}

/** Where a cart goes, by which way, and at what price. Amounts in minor units. */
export interface Delivery extends Addresses {
  city: string | null;
  /** The ways of delivery to it, and the id of the one that is chosen. */
  options: DeliveryOption[];
  methodId: string | null;
  shippingMinor: number | null;
  taxes: OrderTaxes;
  totalMinor: number | null;
  /** The estimate for the cart's city, with the parts that differ; null where none does. */
  estimate: Estimate | null;
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
  const taxesWith = (option: DeliveryOption | null) => taxesOf(ctx, cart, to, option);
  const taxes = taxesWith(chosen);
  return {
    ...addresses,
    city: to?.city ?? null,
    options,
    methodId: chosen?.id ?? null,
    shippingMinor: chosen?.priceMinor ?? null,
    taxes,
    totalMinor: chosen && cart.subtotalMinor + chosen.priceMinor + taxes.addedMinor,
    estimate: delivery && cheapest && differenceOf(cart, cheapest, taxesWith(cheapest)),
  };
}

/** The taxes of a cart at a destination, sent by this way of delivery. */
function taxesOf(
  ctx: Ctx,
  { lines }: CartView,
  to: Destination | null,
  option: DeliveryOption | null,
): OrderTaxes {
  // Reading the cart has updated these rates, too.
  const there = to && taxesAt(ctx.taxes.known, to);
  return computeTaxes(
    there?.isIncluded ?? false,
    lines.map(({ lineTotalMinor: amountMinor, categoryId }) => ({
      amountMinor,
      rate: there?.rateOf(categoryId) ?? null,
    })),
    { amountMinor: option?.priceMinor ?? 0, rate: there?.shippingRate ?? null },
  );
}

/** What the address changes of the estimate. Both are of the cheapest way of delivery. */
function differenceOf(
  cart: CartView,
  { priceMinor }: DeliveryOption,
  { taxMinor }: OrderTaxes,
): Estimate | null {
  if (cart.city === null || cart.shippingMinor === null) return null;
  const compare = (estimatedMinor: number, minor: number) =>
    estimatedMinor === minor ? null : { estimatedMinor, minor };
  const shipping = compare(cart.shippingMinor, priceMinor);
  const taxes = compare(cart.taxes.taxMinor, taxMinor);
  return shipping || taxes ? { city: cart.city, shipping, taxes } : null;
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
