/** Opens the sheet of products, one part at a time. */
import { MOST_COUNTED } from '#shared/counted.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireCosts } from '../../permissions.ts';
import {
  MAX_FIRST_ROWS,
  MAX_SHEET_PRODUCTS,
  MAX_SHEET_VARIANTS,
  type Sheet,
} from '../bulk-edit.schema.ts';
import type { StaffFilter, StaffSort } from '../staff-list.schema.ts';
import { countForStaff, isListCursor, listIdsForStaff, prepareForStaff } from '../staff-list.ts';
import { countVariantsOf } from './bulk-edit.store.ts';
import { selectPacked } from './packed-products.store.ts';

/** Chosen products in their order, or all that fit a filter. */
type Which = { ids: string[] } | { filter: StaffFilter; sort: StaffSort };

/** A product with the cursor of what follows it. */
type Listed = { id: string; cursor: string };

/**
 * The sort of a list that has several parts, whichever sort the list has. Edits of the sheet do not
 * change it, so a part neither repeats nor leaves out a product after another part was applied.
 */
const SORT_OF_PARTS: StaffSort = 'newest';

/** Where a part begins, how many products it has at most, and whether only its first rows are read. */
interface Range {
  after?: string | null;
  most?: number;
  isStart?: boolean;
}

/**
 * A part of the sheet (admin): the products after a cursor, `most` or as many as a sheet may have. A
 * cursor that the list no longer has means the first part. Leaves out archived variants, and
 * products that have no others.
 */
export async function openSheet(
  ctx: Ctx,
  actor: Actor,
  which: Which,
  { after = null, most = MAX_SHEET_PRODUCTS, isStart = false }: Range = {},
): Promise<Sheet> {
  const reader = requireCosts(actor);
  const range = { after, most, isStart };
  const { part, ids, ...found } =
    'ids' in which
      ? await chosenPart(ctx, [...new Set(which.ids)], range)
      : await listedPart(ctx, actor, which, range);
  const next = found.isLast ? null : (part.at(-1)?.cursor ?? null);
  const isCountCut = found.count > found.mostCounted;
  return {
    packed: await selectPacked(ctx.db, reader, ids),
    isWhole: !isStart || found.isLast || part.length === most,
    size: part.length,
    isFirst: found.isFirst,
    next,
    count: isCountCut ? found.mostCounted : found.count,
    isCountCut,
  };
}

async function chosenPart(ctx: Ctx, ids: string[], range: Required<Range>) {
  const from = range.after === null ? 0 : ids.indexOf(range.after) + 1;
  const rest = ids.slice(from, from + limitOf(range) + 1).map((id) => ({ id, cursor: id }));
  const read = await firstPart(ctx, rest, range);
  return { ...read, isFirst: from === 0, count: ids.length, mostCounted: ids.length };
}

async function listedPart(
  ctx: Ctx,
  actor: Actor,
  { sort, ...asked }: { filter: StaffFilter; sort: StaffSort },
  range: Required<Range>,
) {
  const { after, isStart } = range;
  const mostCounted = Math.max(MOST_COUNTED, range.most);
  const isFirst = !isListCursor(after, SORT_OF_PARTS);
  const filter = await prepareForStaff(ctx, actor, asked.filter);
  const read = async (sorted: StaffSort) => {
    const page = { filter, sort: sorted, limit: limitOf(range) + 1, after };
    return firstPart(ctx, await listIdsForStaff(ctx, actor, page), range);
  };
  const [whole, count] = await Promise.all([
    read(isFirst ? sort : SORT_OF_PARTS),
    countForStaff(ctx, actor, filter, mostCounted + 1),
  ]);
  // Whether one part has the whole list is known when its variants are counted. Until then, a list
  // without too many products is shown as if it were one part.
  const isOnePart = whole.isLast || (isStart && count <= range.most);
  const isSorted = !isFirst || isOnePart || sort === SORT_OF_PARTS;
  const part = isSorted ? whole : await read(SORT_OF_PARTS);
  return { ...part, isFirst, count, mostCounted };
}

/** How many products are looked at. */
const limitOf = ({ most, isStart }: Required<Range>) =>
  isStart ? Math.min(most, MAX_FIRST_ROWS) : most;

/**
 * The first rows that fit into a sheet, the ids of those that have variants for it, and whether
 * these are all rows.
 */
async function firstPart(
  ctx: Ctx,
  rows: Listed[],
  range: Required<Range>,
): Promise<{ part: Listed[]; ids: string[]; isLast: boolean }> {
  const first = rows.slice(0, limitOf(range));
  const counts = await countVariantsOf(
    ctx.db,
    first.map(({ id }) => id),
  );
  const mostVariants = range.isStart ? MAX_FIRST_ROWS : MAX_SHEET_VARIANTS;
  let variants = 0;
  const tooMany = first.findIndex(({ id }) => {
    variants += counts.get(id) ?? 0;
    return variants > mostVariants;
  });
  const part = tooMany < 0 ? first : first.slice(0, tooMany);
  const ids = part.flatMap(({ id }) => (counts.has(id) ? [id] : []));
  return { part, ids, isLast: part.length === rows.length };
}
