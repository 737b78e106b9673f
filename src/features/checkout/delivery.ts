/** The addresses of a cart: those that the customer chose, and what shipping to them costs. */
import { type Executor, inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { computeTaxes, type OrderTaxes } from '#shared/taxes.ts';
import type { Actor } from '../actor.ts';
import type { SavedAddress } from '../addresses/addresses.schema.ts';
import { countryName, getAddress, requireAddress, toSaved } from '../addresses/addresses.ts';
import type { CartView } from '../cart/cart.schema.ts';
import { lockOrOpenCart } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import {
  cheapestOf,
  type DeliveryOption,
  type Destination,
  deliveryOptions,
  destinationOf,
  findOption,
  fold,
  placeOfEstimate,
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
  /** Its city, with the country where that is not the shop's own. */
  place: string;
  /** Whether the address is in another city. */
  isElsewhere: boolean;
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
  /** What differs from the cart's estimate; null where nothing does. */
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
      : placeOfEstimate(ctx, { ...cart, city: cart.city });
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
    estimate:
      delivery && to && cheapest && differenceOf(ctx, cart, to, cheapest, taxesWith(cheapest)),
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
  ctx: Ctx,
  cart: CartView,
  to: Destination,
  { priceMinor }: DeliveryOption,
  { taxMinor }: OrderTaxes,
): Estimate | null {
  const { city } = cart;
  if (city === null || cart.shippingMinor === null) return null;
  const estimated = placeOfEstimate(ctx, { ...cart, city });
  const compare = (estimatedMinor: number, minor: number) =>
    estimatedMinor === minor ? null : { estimatedMinor, minor };
  const shipping = compare(cart.shippingMinor, priceMinor);
  const taxes = compare(cart.taxes.taxMinor, taxMinor);
  const isElsewhere =
    estimated.country !== to.country || fold(city.trim()) !== fold(to.city.trim());
  const names = cart.country ? [city, countryName(cart.country)] : [city];
  const place = [...new Set(names)].join(', ');
  return isElsewhere || shipping || taxes ? { place, isElsewhere, shipping, taxes } : null;
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
  const reachable = rows.filter(
    ({ address }) => deliveryOptions(ctx, settings, destinationOf(address), parcel).length > 0,
  );
  const delivery = chosenOrDefault(reachable);
  const wanted = chosenOrDefault(rows);
  const billing = rows.find(({ isForBill }) => isForBill);
  return {
    delivery: delivery ? toSaved(delivery.address) : null,
    billing: billing && billing !== delivery ? toSaved(billing.address) : null,
    outOfReach: !delivery && wanted ? destinationOf(wanted.address) : null,
  };
}

/** The address that was chosen, else the default one. */
const chosenOrDefault = (rows: CartAddress[]) =>
  rows.find(({ isChosen }) => isChosen) ?? rows.find(({ address }) => address.isDefault);

/** Refuses an order whose address is not the one that the page showed, or that needs one. */
export function requireSeenAddress(
  ctx: Ctx,
  cart: CartView,
  addresses: Addresses,
  shownId: string | null,
): void {
  if ((addresses.delivery?.id ?? null) !== shownId) {
    throw new AppError(
      'price_changed',
      'Your delivery address has changed in the meantime. Please look at it again.',
    );
  }
  requireAddressIfNeeded(ctx, cart, addresses);
}

/**
 * Whether a cart needs a whole address before it is ordered: where the shop asks for one, and in
 * another country, because an order without an address is one to a city of the shop's own country.
 */
export function needsAddress({ shop }: Ctx, { country }: Pick<CartView, 'country'>): boolean {
  return shop.shipping.addressRequired === true || country !== null;
}

/** Refuses an order of a cart without a delivery address that needs one. */
export function requireAddressIfNeeded(ctx: Ctx, cart: CartView, { delivery }: Addresses): void {
  if (!delivery && needsAddress(ctx, cart)) {
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
  requireUser(actor);
  const address = addressId === null ? null : await getAddress(ctx, actor, addressId);
  if (kind === 'delivery' && address) await requireDelivery(ctx, ctx.db, address);
  await inTransaction(ctx.db, async (tx) => {
    const cartId = await lockOrOpenCart(ctx, tx, actor);
    if (addressId !== null) await requireAddress(tx, actor, addressId);
    await upsertCartAddress(tx, cartId, kind, addressId);
  });
}
