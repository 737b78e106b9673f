/** What the cart's page asks for to estimate the shipping to another country. */
import type { PlaceField } from '#features/addresses/addresses.schema.ts';
import { countryName, estimateInput, placeFields } from '#features/addresses/addresses.ts';
import type { CartView, StoredDestination } from '#features/cart/cart.schema.ts';
import { setDestination } from '#features/cart/cart.ts';
import type { Ctx } from '#features/context.ts';
import { otherCountries, toEstimate } from '#features/delivery/delivery.ts';
import { submitForm } from '../../../posted-form.ts';
import type { Visit } from '../../../shop-context.ts';
import type { FormResult } from '../../../ui/use-checked-form.ts';

type PlaceName = PlaceField['name'];

/** The form of a country; without one, only the country is asked for. */
export interface PlaceForm {
  /** The code of the country; empty before one is chosen. */
  country: string;
  fields: PlaceField[];
  values: Partial<Record<PlaceName, string | null>>;
}

export interface AbroadData extends PlaceForm {
  /** The countries to choose from. */
  countries: { code: string; name: string }[];
}

/** What a posted form shows: the form of the posted country, with the typed values. */
export interface AbroadResponse extends PlaceForm {
  result: FormResult;
}

/**
 * The form as the page opens it: with the estimate of the cart, or with what it starts with. Null
 * where the shop delivers to its own country alone. Call it after reading the cart.
 */
export function loadAbroad(
  ctx: Ctx,
  cart: CartView,
  suggested: StoredDestination | null,
): AbroadData | null {
  const codes = otherCountries(ctx);
  const [first, ...more] = codes;
  if (!first) return null;
  const from = cart.city === null ? suggested : cart;
  const isKnown = from?.country != null && codes.includes(from.country);
  const country = isKnown ? (from?.country ?? '') : more.length === 0 ? first : '';
  return {
    country,
    fields: country ? placeFields(country) : [],
    values: isKnown ? { city: from.city, region: from.region, postcode: from.zip } : {},
    countries: codes.map((code) => ({ code, name: countryName(code) })),
  };
}

/** Shows the fields of the posted country. */
export function showCountry({ ctx }: Visit, form: FormData): AbroadResponse {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 1_000);
  const country = otherCountries(ctx).find((code) => code === text('country')) ?? '';
  const names: PlaceName[] = ['city', 'region', 'postcode'];
  return {
    country,
    fields: country ? placeFields(country) : [],
    values: Object.fromEntries(names.map((name) => [name, text(name)])),
    result: null,
  };
}

/** Makes the estimate for the posted place. Null when that is done. */
export async function estimateAbroad(
  visit: Visit,
  form: FormData,
): Promise<{ response: AbroadResponse; init: ResponseInit } | null> {
  const { ctx, actor } = visit;
  const { refused } = await submitForm(form, estimateInput, (place) =>
    setDestination(ctx, actor, toEstimate(ctx, place)),
  );
  if (!refused) return null;
  const { result, init } = refused;
  return { response: { ...showCountry(visit, form), result }, init };
}
