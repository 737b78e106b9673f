/** The list of all products for staff, whatever their status. */
import { encodeCursor, type Page, readSortedCursor, toPage } from '#shared/cursor.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin, requireCosts } from '../permissions.ts';
import { type BoundedCount, countLow, countSoldOut } from './short-stock.store.ts';
import type { StaffFilter, StaffRow, StaffSort } from './staff-list.schema.ts';
import {
  countInStatusUpTo,
  countStaffListUpTo,
  hasAnyProduct,
  type PreparedFilter,
  prepareFilter,
  selectFoundProducts,
  selectStaffIds,
  selectStaffList,
  sortKeyOf,
} from './staff-list.store.ts';

/** Which products of the list are asked for. An invalid cursor means the first ones. */
interface Asked {
  filter: StaffFilter | PreparedFilter;
  sort: StaffSort;
  limit: number;
  after: string | null;
}

/**
 * A filter for a list, its ids and its number (admin). It looks up the products that may fit, and
 * without it each of these does.
 */
export async function prepareForStaff(
  ctx: Ctx,
  actor: Actor,
  filter: StaffFilter | PreparedFilter,
): Promise<PreparedFilter> {
  requireAdmin(actor);
  return 'few' in filter ? filter : prepareFilter(ctx.db, ctx.shop.lowStockAt, filter);
}

/** A page of the products that fit a filter, and their number, which stops at `counted` (admin). */
export async function listAndCountForStaff(
  ctx: Ctx,
  actor: Actor,
  { counted, ...asked }: Asked & { counted: number },
): Promise<Page<StaffRow> & { count: number }> {
  const filter = await prepareForStaff(ctx, actor, asked.filter);
  const [page, count] = await Promise.all([
    listForStaff(ctx, actor, { ...asked, filter }),
    countForStaff(ctx, actor, filter, counted),
  ]);
  return { ...page, count };
}

/** A page of the products that fit a filter (admin). */
export async function listForStaff(ctx: Ctx, actor: Actor, asked: Asked): Promise<Page<StaffRow>> {
  const rows = await readList(ctx, actor, { ...asked, limit: asked.limit + 1 });
  const page = toPage(rows, asked.limit, keyIn(asked.sort));
  const items = page.items.map(({ sortValue: _, publishAt, createdAt, updatedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    publishAt: publishAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }));
  return { items, next: page.next };
}

/** The ids of the products that fit a filter (admin), each with the cursor of what follows it. */
export async function listIdsForStaff(
  ctx: Ctx,
  actor: Actor,
  asked: Asked,
): Promise<{ id: string; cursor: string }[]> {
  const rows = await selectStaffIds(ctx.db, ...(await listArguments(ctx, actor, asked)));
  const keyOf = keyIn(asked.sort);
  return rows.map((row) => ({ id: row.id, cursor: encodeCursor(keyOf(row)) }));
}

/** Whether this is a cursor of the list in that sort. */
export function isListCursor(cursor: string | null, sort: StaffSort): boolean {
  return readSortedCursor(cursor, sort, sortKeyOf(sort).type) !== null;
}

async function readList(ctx: Ctx, actor: Actor, asked: Asked) {
  const reader = requireCosts(actor);
  return selectStaffList(ctx.db, reader, ...(await listArguments(ctx, actor, asked)));
}

async function listArguments(ctx: Ctx, actor: Actor, { filter, sort, limit, after }: Asked) {
  const prepared = await prepareForStaff(ctx, actor, filter);
  const from = readSortedCursor(after, sort, sortKeyOf(sort).type);
  return [ctx.shop.lowStockAt, prepared, sort, limit, from] as const;
}

const keyIn =
  (sort: StaffSort) =>
  ({ sortValue, id }: { sortValue: string; id: string }) => [sort, sortValue, id];

/**
 * How many products fit a filter (admin); stops at `most`, so that counting a long list costs no
 * more.
 */
export async function countForStaff(
  ctx: Ctx,
  actor: Actor,
  filter: StaffFilter | PreparedFilter,
  most: number,
): Promise<number> {
  const prepared = await prepareForStaff(ctx, actor, filter);
  return countStaffListUpTo(ctx.db, ctx.shop.lowStockAt, prepared, most);
}

/** The first products whose name, brand, SKU or barcode fits a text, by name (admin). */
export function findForStaff(ctx: Ctx, actor: Actor, text: string, limit: number) {
  requireAdmin(actor);
  return selectFoundProducts(ctx.db, text, limit);
}

/** How many products are drafts, and how many are scheduled (admin); each count stops at `most`. */
export async function countUnpublished(
  ctx: Ctx,
  actor: Actor,
  most: number,
): Promise<{ drafts: number; scheduled: number }> {
  requireAdmin(actor);
  const [drafts, scheduled] = await Promise.all([
    countInStatusUpTo(ctx.db, 'draft', most),
    countInStatusUpTo(ctx.db, 'scheduled', most),
  ]);
  return { drafts, scheduled };
}

/** The most variants of each kind that the count of low products reads. */
const MOST_READ = 2_000;

/**
 * How many products on sale have a variant that is low, and how many are sold out (admin). Each count
 * stops at `most`, and the first reads a limited number of variants.
 */
export async function countShort(
  ctx: Ctx,
  actor: Actor,
  most: number,
  mostRead = MOST_READ,
): Promise<{ low: BoundedCount; soldOut: BoundedCount }> {
  requireAdmin(actor);
  const [low, soldOut] = await Promise.all([
    countLow(ctx.db, ctx.shop.lowStockAt, { most, mostRead }),
    countSoldOut(ctx.db, most),
  ]);
  return { low, soldOut };
}

/** Whether the shop has any product, in whatever status (admin). */
export function hasProducts(ctx: Ctx, actor: Actor): Promise<boolean> {
  requireAdmin(actor);
  return hasAnyProduct(ctx.db);
}
