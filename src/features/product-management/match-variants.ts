/** Finds the variants that the changes of an edit are about. */
import { AppError } from '#shared/errors.ts';
import { type VariantOptions, variantName } from '#shared/variant-options.ts';
import { comesToHavePlainBesideOthers } from '#shared/variant-rules.ts';
import type { StaffProduct, StaffVariant, VariantChanges } from './product-management.schema.ts';

export interface Match {
  change: VariantChanges;
  /** Undefined for a variant to add. */
  variant: StaffVariant | undefined;
  /** Whether it is an archived variant with the options of a new one. It is restored instead. */
  isByOptions: boolean;
}

/**
 * Matches each change by id, by SKU, or to an archived variant with the same options that no change
 * names. Refuses two changes of one variant, an id of another product, and a variant without options
 * that is added beside others.
 */
export function findMatches({ variants }: StaffProduct, changes: VariantChanges[]): Match[] {
  const byId = new Map(variants.map((one) => [one.id, one]));
  const bySku = new Map(variants.map((one) => [one.sku, one]));
  const namedBy = ({ _id: id, sku }: VariantChanges) =>
    id !== undefined ? byId.get(id) : bySku.get(sku ?? '');
  const named = new Set(changes.map(namedBy));
  const archived = new Map(
    variants.filter((one) => one.archived && !named.has(one)).map((one) => [optionsOf(one), one]),
  );
  const seen = new Set<string>();
  const matches = changes.map((change) => {
    const { _id: id } = change;
    const options = optionsIn(change);
    const own = namedBy(change);
    if (id !== undefined && !own) {
      throw new AppError('invalid_request', `The product has no variant ${id}.`);
    }
    const variant = own ?? archived.get(optionsOf(options));
    if (variant) {
      if (seen.has(variant.id)) {
        throw new AppError('invalid_request', `The variant ${variant.sku} is in the list twice.`);
      }
      seen.add(variant.id);
    }
    return { change, variant, isByOptions: !own && variant !== undefined };
  });
  const plain = matches.find(
    (match) => isNew(match) && variantName(optionsIn(match.change)) === '',
  );
  if (plain && countLive(variants, matches) > 1) throw notAlone(plain.change.sku);
  return matches;
}

/** When a new variant is added with the options of an archived one, that one is restored. */
export function isArchived({ change, variant, isByOptions }: Match): boolean {
  return change.archived ?? (isByOptions ? false : (variant?.archived ?? false));
}

/** Whether it is added: as a variant, or by restoring an archived one with its options. */
const isNew = ({ variant, isByOptions }: Match) => !variant || isByOptions;

function optionsIn(change: VariantChanges): VariantOptions {
  const { size = null, color = null, option = null } = change;
  return { size, color, option };
}

/** How many variants are not archived after the changes. */
function countLive(variants: StaffVariant[], matches: Match[]): number {
  const changed = new Set(matches.map(({ variant }) => variant));
  const untouched = variants.filter((one) => !one.archived && !changed.has(one));
  return untouched.length + matches.filter((match) => !isArchived(match)).length;
}

/** Whether a change takes an SKU or options that another variant still has. */
export function passesValues({ variants }: StaffProduct, matches: Match[]): boolean {
  const bySku = new Map(variants.map((one) => [one.sku, one.id]));
  const byOptions = new Map(variants.map((one) => [optionsOf(one), one.id]));
  return matches.some(({ change, variant }) => {
    if (!variant) return false;
    const { sku = variant.sku, size = variant.size, color = variant.color } = change;
    const { option = variant.option } = change;
    const holders = [bySku.get(sku), byOptions.get(optionsOf({ size, color, option }))];
    return holders.some((holder) => holder !== undefined && holder !== variant.id);
  });
}

function optionsOf({ size, color, option }: VariantOptions): string {
  return JSON.stringify([size, color, option]);
}

/**
 * Refuses a change that leaves a variant without options on sale beside others that have some. A
 * product that is so already can be changed.
 */
export function requireOptions(before: StaffProduct, after: StaffProduct): void {
  const reason = whyPlain(before.variants, after.variants);
  if (reason) throw new AppError('invalid_request', reason);
}

type Listed = readonly (VariantOptions & { sku: string; archived: boolean })[];

/** The same as a sentence, for imports; null for a change that is not refused. */
export function whyPlain(before: Listed, after: Listed): string | null {
  if (!comesToHavePlainBesideOthers(before, after)) return null;
  const plain = after.find((one) => !one.archived && variantName(one) === '');
  return `Beside others, the variant ${plain?.sku} needs a size, a colour or a value of another option.`;
}

function notAlone(sku: string | undefined): AppError {
  const start = sku === undefined ? '' : `The product has no variant with the SKU "${sku}". `;
  return new AppError(
    'invalid_request',
    `${start}Beside others, a new variant needs a size, a colour or a value of another option.`,
  );
}
