/** The form of a tax rate as texts: the initial values, and the typed ones. */
import { countryName } from '#features/addresses/addresses.ts';
import type { PlacedTaxRate } from '#features/tax-settings.ts';
import { type RateInput, rateInput } from '#features/taxes/taxes.schema.ts';
import { percentOf } from '#shared/taxes.ts';
import type { PartsInWords } from '../../../components/console/editor/editor-result.ts';
import { readCountry } from '../../../components/console/read-country.ts';
import { postedText } from '../../../posted-text.ts';

export interface RateDraft {
  name: string;
  /** Percent. */
  rate: string;
  country: string;
  region: string;
  /** Empty for all categories. */
  categoryId: string;
  coversShipping: boolean;
}

export function draftOf(rate: PlacedTaxRate | null): RateDraft {
  if (!rate) {
    const empty = { name: '', rate: '', country: '', region: '', categoryId: '' };
    return { ...empty, coversShipping: true };
  }
  const { name, ratePpm, country, region, categoryId, coversShipping } = rate;
  return {
    name,
    rate: String(ratePpm / 10_000),
    country: countryName(country),
    region: region ?? '',
    categoryId: categoryId ?? '',
    coversShipping,
  };
}

export function readDraft(posted: FormData): RateDraft {
  const text = (name: string) => postedText(posted, name);
  return {
    name: text('name'),
    rate: text('rate'),
    country: text('country'),
    region: text('region'),
    categoryId: text('categoryId'),
    coversShipping: posted.has('coversShipping'),
  };
}

/** The rate of a draft, or the errors by field. */
export function readRate(draft: RateDraft, id: string | null) {
  const errors: Record<string, string> = {};
  const country = readCountry(draft.country);
  if (!country) errors.country = `“${draft.country}” is not a country.`;
  const categoryId = draft.categoryId || null;
  const parsed = rateInput.safeParse({
    ...draft,
    ...(id !== null && { _id: id }),
    country: country ?? 'XX',
    categoryId,
    // The form hides the choice for a category.
    coversShipping: draft.coversShipping && categoryId === null,
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    errors[path.join('_')] ??= message;
  }
  return Object.keys(errors).length > 0 || !parsed.success
    ? { errors, rate: null }
    : { errors, rate: parsed.data };
}

/** A stored rate for people, field by field. */
export function rateInWords(
  rate: PlacedTaxRate,
  categories: { id: string; name: string }[],
): PartsInWords {
  const category = categories.find(({ id }) => id === rate.categoryId);
  return [
    ['Name', rate.name],
    ['Rate', percentOf(rate.ratePpm)],
    ['Country', countryName(rate.country)],
    ['Region', rate.region ?? ''],
    ['Category', category?.name ?? 'all'],
    ['Shipping has it too', rate.coversShipping ? 'yes' : 'no'],
  ];
}

/** A stored rate as an edit repeats it. */
export function toInput({ id: _id, ratePpm: rate, ...others }: PlacedTaxRate): RateInput {
  return { _id, rate, ...others };
}
