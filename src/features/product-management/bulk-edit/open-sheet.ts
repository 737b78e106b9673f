/** Opens the sheet of products, one part at a time. */
import { MOST_COUNTED } from '#shared/counted.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireCosts } from '../../permissions.ts';
import { MAX_SHEET_PRODUCTS, MAX_SHEET_VARIANTS, type Sheet } from '../bulk-edit.schema.ts';
import type { StaffFilter, StaffSort } from '../staff-list.schema.ts';
import { countForStaff, listIdsForStaff } from '../staff-list.ts';
import { countVariantsOf } from './bulk-edit.store.ts';
import { toSheetProduct } from './plan-edit.ts';
import { readProducts } from './read-products.ts';

/** Chosen products, or all that fit a filter. */
type Which = { ids: string[] } | { filter: StaffFilter; sort: StaffSort };

/** A product with the cursor of what follows it. */
type Listed = { id: string; cursor: string };

/**
 * A part of the sheet (admin): the products after a cursor, `most` or as many as a sheet may have.
 * Leaves out archived variants, and products that have no others.
 */
export async function openSheet(
  ctx: Ctx,
  actor: Actor,
  which: Which,
  { after = null, most = MAX_SHEET_PRODUCTS }: { after?: string | null; most?: number } = {},
): Promise<Sheet> {
  requireCosts(actor);
  const isChosen = 'ids' in which;
  const [rest, count] = isChosen
    ? chosenAfter([...new Set(which.ids)], after)
    : await Promise.all([
        listIdsForStaff(ctx, actor, { ...which, limit: most + 1, after }),
        countForStaff(ctx, actor, which.filter, MOST_COUNTED + 1),
      ]);
  const [part, ids] = await firstPart(ctx, rest.slice(0, most));
  const products = [];
  for await (const read of readProducts(ctx.db, ids)) {
    products.push(...read.flatMap(({ product }) => (product ? [toSheetProduct(product)] : [])));
  }
  const next = part.length < rest.length ? (part.at(-1)?.cursor ?? null) : null;
  const isCountCut = !isChosen && count > MOST_COUNTED;
  return {
    products,
    size: part.length,
    next,
    count: isCountCut ? MOST_COUNTED : count,
    isCountCut,
  };
}

function chosenAfter(ids: string[], after: string | null): [Listed[], number] {
  const from = after === null ? 0 : ids.indexOf(after) + 1;
  return [ids.slice(from).map((id) => ({ id, cursor: id })), ids.length];
}

/** The first rows that fit into a sheet, and the ids of those that have variants for it. */
async function firstPart(ctx: Ctx, first: Listed[]): Promise<[Listed[], string[]]> {
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
  return [part, part.flatMap(({ id }) => (counts.has(id) ? [id] : []))];
}
