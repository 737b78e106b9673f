import type { AddressFieldName, AddressForm } from '#features/addresses/addresses.schema.ts';
import { addressFields } from '#features/addresses/addresses.schema.ts';
import {
  addressForm,
  countryCodes,
  countryName,
  getAddress,
  isCountry,
} from '#features/addresses/addresses.ts';
import type { StoredDestination } from '#features/cart/cart.schema.ts';
import { findSavedDestination, getCart } from '#features/cart/cart.ts';
import type { GuestDetails } from '#features/checkout/checkout.ts';
import { deliveryCountries } from '#features/delivery/delivery.ts';
import { getOrder } from '#features/orders/orders.ts';
import type { Visit } from '../../../shop-context.ts';
import type { Purpose } from './purpose.ts';

type Values = Partial<Record<AddressFieldName | 'email', string | null>>;

/** What the form of an address shows. */
export interface AddressFormData {
  form: AddressForm;
  /** The initial values of the fields. */
  values: Values;
  /** The countries to choose from, the shop's own first. */
  countries: { code: string; name: string }[];
  /** The version that is edited; 0 for a new address. */
  version: number;
  /** The number of the order that has this address. */
  orderNumber: string | null;
}

/** The form for a new address, for one of the address book, or for the one of an order. */
export async function loadAddressForm(
  visit: Visit,
  purpose: Purpose,
  addressId: string | null,
): Promise<AddressFormData> {
  return formFrom(visit, purpose, await startOf(visit, purpose, addressId));
}

/** The form for a guest's email and address, with what they entered before. */
export async function loadGuestForm(
  visit: Visit,
  entered: GuestDetails | null,
): Promise<AddressFormData> {
  const start = entered
    ? { values: { ...entered.address, email: entered.email }, version: 0, orderNumber: null }
    : await startOf(visit, GUEST_PURPOSE, null);
  return formFrom(visit, GUEST_PURPOSE, start);
}

/** What the form of a guest is for. */
export const GUEST_PURPOSE: Purpose = { kind: 'delivery' };

async function formFrom(
  visit: Visit,
  purpose: Purpose,
  { values, version, orderNumber }: Start,
): Promise<AddressFormData> {
  const codes = await countriesFor(visit, purpose);
  const [home = ''] = visit.ctx.shop.shipping.countries;
  const first = codes.includes(home) ? home : (codes[0] ?? home);
  const isOffered = !values.country || codes.includes(values.country);
  return {
    form: addressForm(
      (isOffered && values.country) || first,
      purpose.kind === 'billing' ? 'billing' : 'shipping',
    ),
    // A place in a country where the shop no longer delivers is none in the country that is shown.
    values: isOffered ? values : { ...values, city: null, region: null, postcode: null },
    countries: codes.map((code) => ({ code, name: countryName(code) })),
    version,
    orderNumber,
  };
}

/**
 * The form of another country, with the typed values: without the place, which is in the country
 * before.
 */
export function formOfOtherCountry(form: FormData, purpose: Purpose) {
  const shown = formOfCountry(form, purpose);
  return shown && { ...shown, values: { ...shown.values, city: '', region: '', postcode: '' } };
}

/** The form of the posted country, with the typed values. */
export function formOfCountry(form: FormData, purpose: Purpose) {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 1_000);
  const country = text('country').toUpperCase();
  if (!isCountry(country)) return null;
  return {
    form: addressForm(country, purpose.kind === 'billing' ? 'billing' : 'shipping'),
    values: Object.fromEntries(
      [...addressFields, 'email'].map((name) => [name, text(name)]),
    ) as Values,
  };
}

interface Start {
  values: Values;
  version: number;
  orderNumber: string | null;
}

async function startOf(visit: Visit, purpose: Purpose, id: string | null): Promise<Start> {
  const { ctx, actor } = visit;
  if (purpose.kind === 'order') {
    const { number, name, city, zip, address } = await getOrder(ctx, actor, purpose.orderId);
    const values = address ?? { recipient: name, city, postcode: zip };
    return { values, version: address?.version ?? 0, orderNumber: number };
  }
  if (id) {
    const address = await getAddress(ctx, actor, id);
    return { values: address, version: address.version, orderNumber: null };
  }
  const recipient = actor.user?.name ?? '';
  const cart = purpose.kind === 'delivery' ? await getCart(ctx, actor) : null;
  const to = cart?.city ? cart : await findSavedDestination(ctx, actor);
  return {
    values: { recipient, ...(to && addressOf(to)) },
    version: 0,
    orderNumber: null,
  };
}

/** What a shipping estimate says of an address. */
const addressOf = ({
  city,
  zip,
  country,
  region,
}: Omit<StoredDestination, 'city'> & { city: string | null }) => ({
  ...{ city, region, postcode: zip },
  ...(country && { country }),
});

/** Parcels go only where the shop delivers. Bills and saved addresses may be anywhere. */
async function countriesFor({ ctx }: Visit, { kind }: Purpose): Promise<readonly string[]> {
  const [own = ''] = ctx.shop.shipping.countries;
  const delivered = kind === 'delivery' || kind === 'order' ? await deliveryCountries(ctx) : null;
  const codes = (delivered ?? countryCodes).filter(isCountry);
  const others = codes
    .filter((code) => code !== own)
    .sort((a, b) => countryName(a).localeCompare(countryName(b), 'en'));
  return [...codes.filter((code) => code === own), ...others];
}
