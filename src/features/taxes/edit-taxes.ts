/** Rates as staff edit them (admin). Each edit is in the audit log. */
import type { Differences } from '#shared/differences.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { percentOf } from '#shared/taxes.ts';
import type { Actor } from '../actor.ts';
import { countryName, requireCountry, requireRegion } from '../addresses/addresses.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import { selectCategoryNames } from '../catalog/catalog.ts';
import type { Ctx } from '../context.ts';
import { editAsAdmin } from '../edit-as-admin.ts';
import { requireAdmin } from '../permissions.ts';
import { editConflict } from '../record-version.ts';
import type { PlacedTaxRate, TaxSettings } from '../tax-settings.ts';
import { MAX_RATES, type RateInput, type TaxesInput } from './taxes.schema.ts';
import { replaceRates, selectTaxSettings, upsertPricesIncludeTax } from './taxes.store.ts';

type Names = ReadonlyMap<string, string>;

/** All rates (admin). */
export async function getTaxSettings(ctx: Ctx, actor: Actor): Promise<TaxSettings> {
  requireAdmin(actor);
  return ctx.taxes.read(ctx.db);
}

/**
 * Replaces the rates (admin). 412 `edit_conflict` with the current ones when they have another
 * version by now. An edit that changes nothing makes no new version.
 */
export async function editTaxes(
  ctx: Ctx,
  actor: Actor,
  { version, taxes }: { version: number; taxes: TaxesInput },
): Promise<TaxSettings> {
  requireAdmin(actor);
  // The page adds one rate to those that are stored, so the form alone can't check it.
  if (taxes.rates.length > MAX_RATES) {
    throw new AppError(
      'invalid_request',
      `A shop has at most ${MAX_RATES} rates. Please remove one first.`,
    );
  }
  // Categories are removed under the second lock.
  return editAsAdmin(ctx, actor, { locks: ['taxes', 'sections'] }, async (tx, adminId) => {
    const [before, names] = [await selectTaxSettings(tx), await selectCategoryNames(tx)];
    if (before.editVersion !== version) throw editConflict(before);
    const rates = readRates(taxes.rates, before.rates, names);
    const changed = changesOf(before, { ...taxes, rates }, names);
    if (Object.keys(changed).length === 0) return before;
    await upsertPricesIncludeTax(tx, taxes.pricesIncludeTax);
    await replaceRates(tx, rates);
    await recordAudit(tx, adminId, 'taxes.edit', 'taxes', { changed });
    return selectTaxSettings(tx);
  });
}

/** A rate in a line: 'VAT 20%: United States, CA; Clothes; shipping too'. */
function rateInWords(rate: PlacedTaxRate, names: Names): string {
  const { name, ratePpm, country, region, categoryId, coversShipping } = rate;
  const place = [countryName(country), region].filter(Boolean).join(', ');
  const category = categoryId === null ? null : (names.get(categoryId) ?? categoryId);
  const facts = [place, category, coversShipping ? 'shipping too' : null].filter(Boolean);
  return `${name} ${percentOf(ratePpm)}: ${facts.join('; ')}`;
}

/** Rates with ids and regions as addresses have them: 'California' becomes 'CA'. */
function readRates(inputs: RateInput[], before: PlacedTaxRate[], names: Names): PlacedTaxRate[] {
  const known = new Set(before.map(({ id }) => id));
  const taken = new Set<string>();
  return inputs.map(({ _id, rate: ratePpm, ...input }) => {
    const { country, categoryId } = input;
    requireCountry(country);
    const region = requireRegion(country, input.region);
    if (categoryId !== null && !names.has(categoryId)) {
      throw refused('categoryId', 'There is no such category. Please look at the rates again.');
    }
    const id = _id !== undefined && known.delete(_id) ? _id : newId('tax');
    const rate = { ...input, id, ratePpm, region };
    const place = JSON.stringify([country, rate.region, categoryId]);
    if (taken.has(place)) {
      const field = rate.region ? 'region' : 'country';
      throw refused(field, `There is already a rate for this: ${rateInWords(rate, names)}.`);
    }
    taken.add(place);
    return rate;
  });
}

/** Before and after of each part that differs, for the audit log. */
function changesOf(
  before: Pick<TaxSettings, 'pricesIncludeTax' | 'rates'>,
  after: Pick<TaxSettings, 'pricesIncludeTax' | 'rates'>,
  names: Names,
): Differences {
  const wordsOf = ({ rates }: typeof before) =>
    rates.map((rate) => rateInWords(rate, names)).sort();
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const [removed, added] = [
    was.filter((words) => !is.includes(words)),
    is.filter((words) => !was.includes(words)),
  ];
  return {
    ...(before.pricesIncludeTax !== after.pricesIncludeTax && {
      pricesIncludeTax: [before.pricesIncludeTax, after.pricesIncludeTax],
    }),
    ...(removed.length + added.length > 0 && { rates: [removed, added] }),
  };
}

/** A refusal that names the field of the rate, so that a form shows it there. */
const refused = (field: 'country' | 'region' | 'categoryId', message: string) =>
  new AppError('invalid_request', message, { details: { field } });
