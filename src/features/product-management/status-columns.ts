import { AppError } from '#shared/errors.ts';
import type { products } from '../catalog/catalog.table.ts';
import type { Ctx } from '../context.ts';
import type { ProductChanges, StaffProduct } from './product-management.schema.ts';
import { isOrWillBeInShop } from './product-status.schema.ts';

/** How far ahead a product can be scheduled. */
const MAX_YEARS_AHEAD = 10;

/**
 * The columns of the status and the time of publishing after an edit. Refuses values that do not
 * fit.
 */
export function statusColumns(
  ctx: Ctx,
  before: StaffProduct,
  changes: ProductChanges,
): Partial<typeof products.$inferInsert> {
  const status = changes.status ?? before.status;
  // Records have null for a product that is not scheduled.
  const wanted = changes.publishAt ?? null;
  if (status !== 'scheduled') {
    if (wanted !== null) throw refusal('Only a scheduled product has a time to be published.');
    if (status === before.status) return {};
    return { status, publishAt: null, archivedAt: status === 'archived' ? ctx.now() : null };
  }
  // Other fields can be edited between the time of publishing and the next run of the job.
  const isUnchanged =
    before.publishAt !== null &&
    (wanted === null || Date.parse(wanted) === Date.parse(before.publishAt));
  if (isUnchanged) return {};
  const time = Date.parse(wanted ?? '');
  const latest = new Date(ctx.now());
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS_AHEAD);
  if (!(time > ctx.now().getTime() && time <= latest.getTime())) {
    const message = `Please choose a time in the future for publishing, at most ${MAX_YEARS_AHEAD} years ahead.`;
    throw new AppError('invalid_request', message, { details: { field: 'publishAt' } });
  }
  return { status, publishAt: new Date(time), archivedAt: null };
}

/** Refuses changes by which a product comes to lack what it needs in the shop. */
export function requireComplete(
  before: StaffProduct,
  { status, category, price, descriptions }: ProductChanges,
): void {
  const after = {
    status: status ?? before.status,
    category: category ?? before.category,
    priceMinor: price === undefined ? before.priceMinor : price,
    descriptions: descriptions ?? before.descriptions,
  };
  const needed = neededWords(comesToLack(before, after));
  if (needed) throw refusal(`${needed} needed before a product is active or scheduled.`);
}

type Needed = Pick<StaffProduct, 'status' | 'category' | 'priceMinor' | 'descriptions'>;
type Lack = 'a category' | 'a price' | 'details';

/**
 * What a product lacks after a change that makes it active or scheduled, or takes it from one that is.
 * One that was imported without details may stay as it is.
 */
export function comesToLack(before: Needed, after: Needed): Lack[] {
  const lacked = lackingOf(before);
  return lackingOf(after).filter((one) => !lacked.includes(one));
}

/** What a product lacks that is or will be in the shop; nothing of any other product. */
export function lackingOf({ status, category, priceMinor, descriptions }: Needed): Lack[] {
  if (!isOrWillBeInShop(status)) return [];
  const lacks: Lack[] = [];
  if (category === '') lacks.push('a category');
  if (priceMinor === null) lacks.push('a price');
  if (descriptions === '') lacks.push('details');
  return lacks;
}

/** The beginning of a sentence about what is lacking, such as 'A category and a price are'. */
export function neededWords(lacks: Lack[]): string | null {
  const last = lacks.at(-1);
  if (!last) return null;
  const words = [lacks.slice(0, -1).join(', '), last].filter(Boolean).join(' and ');
  const verb = lacks.length > 1 || last === 'details' ? 'are' : 'is';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${verb}`;
}

function refusal(message: string): AppError {
  return new AppError('invalid_request', message);
}
