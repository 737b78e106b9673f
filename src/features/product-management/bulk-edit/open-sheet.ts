/** Opens the sheet of products, one part at a time. */
import { MOST_COUNTED } from '#shared/counted.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireCosts } from '../../permissions.ts';
import { MAX_SHEET_PRODUCTS, MAX_SHEET_VARIANTS, type Sheet } from '../bulk-edit.schema.ts';
import type { StaffFilter, StaffSort } from '../staff-list.schema.ts';
import { countForStaff, isListCursor, listIdsForStaff, prepareForStaff } from '../staff-list.ts';
import { countVariantsOf } from './bulk-edit.store.ts';
import { toSheetProduct } from './plan-edit.ts';
import { readProducts } from './read-products.ts';

/** Chosen products in their order, or all that fit a filter. */
type Which = { ids: string[] } | { filter: StaffFilter; sort: StaffSort };

/** A product with the cursor of what follows it. */
type Listed = { id: string; cursor: string };

/**
 * The sort of a list that has several parts, whichever sort the list has. Edits of the sheet do not
 * change it, so a part neither repeats nor leaves out a product after another part was applied.
 */
const SORT_OF_PARTS: StaffSort = 'newest';

/**
 * A part of the sheet (admin): the products after a cursor, `most` or as many as a sheet may have. A
 * cursor that the list no longer has means the first part. Leaves out archived variants, and
 * products that have no others.
 */
export async function openSheet(
  ctx: Ctx,
  actor: Actor,
  which: Which,
  { after = null, most = MAX_SHEET_PRODUCTS }: { after?: string | null; most?: number } = {},
): Promise<Sheet> {
  requireCosts(actor);
  const { part, ids, ...found } =
    'ids' in which
      ? await chosenPart(ctx, [...new Set(which.ids)], { after, most })
      : await listedPart(ctx, actor, which, { after, most });
  const products = [];
  for await (const read of readProducts(ctx.db, ids)) {
    products.push(...read.flatMap(({ product }) => (product ? [toSheetProduct(product)] : [])));
  }
  const next = found.isLast ? null : (part.at(-1)?.cursor ?? null);
  const isCountCut = found.count > found.mostCounted;
  return {
    products,
    size: part.length,
    isFirst: found.isFirst,
    next,
    count: isCountCut ? found.mostCounted : found.count,
    isCountCut,
  };
}

/** Where a part begins, and how many products it has at most. */
interface Range {
  after: string | null;
  most: number;
}

async function chosenPart(ctx: Ctx, ids: string[], { after, most }: Range) {
  const from = after === null ? 0 : ids.indexOf(after) + 1;
  const rest = ids.slice(from, from + most + 1).map((id) => ({ id, cursor: id }));
  const read = await firstPart(ctx, rest, most);
  return { ...read, isFirst: from === 0, count: ids.length, mostCounted: ids.length };
}

async function listedPart(
  ctx: Ctx,
  actor: Actor,
  { sort, ...asked }: { filter: StaffFilter; sort: StaffSort },
  { after, most }: Range,
) {
  const isFirst = !isListCursor(after, SORT_OF_PARTS);
  const filter = await prepareForStaff(ctx, actor, asked.filter);
  const read = async (sorted: StaffSort) => {
    const page = { filter, sort: sorted, limit: most + 1, after };
    return firstPart(ctx, await listIdsForStaff(ctx, actor, page), most);
  };
  const [whole, count] = await Promise.all([
    read(isFirst ? sort : SORT_OF_PARTS),
    countForStaff(ctx, actor, filter, MOST_COUNTED + 1),
  ]);
  const isSorted = !isFirst || whole.isLast || sort === SORT_OF_PARTS;
  const part = isSorted ? whole : await read(SORT_OF_PARTS);
  return { ...part, isFirst, count, mostCounted: MOST_COUNTED };
}

/**
 * The first rows that fit into a sheet, the ids of those that have variants for it, and whether
 * these are all rows.
 */
async function firstPart(
  ctx: Ctx,
  rows: Listed[],
  most: number,
): Promise<{ part: Listed[]; ids: string[]; isLast: boolean }> {
  const first = rows.slice(0, most);
  const counts = await countVariantsOf(
    ctx.db,
    first.map(({ id }) => id),
  );
  let variants = 0;
  const tooMany = first.findIndex(({ id }) => {
    variants += counts.get(id) ?? 0;
    return variants > MAX_SHEET_VARIANTS;
  });
  const part = tooMany < 0 ? first : first.slice(0, tooMany);
  const ids = part.flatMap(({ id }) => (counts.has(id) ? [id] : []));
  return { part, ids, isLast: part.length === rows.length };
}
