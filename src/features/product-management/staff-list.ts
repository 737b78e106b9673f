/** The list of all products for staff, whatever their status. */
import { type Page, readSortedCursor, toPage } from '#shared/cursor.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { selectFew } from './few-products.store.ts';
import type { StaffFilter, StaffRow, StaffSort } from './staff-list.schema.ts';
import {
  countInStatusUpTo,
  countStaffListUpTo,
  hasAnyProduct,
  selectFoundProducts,
  selectStaffList,
  sortKeyOf,
} from './staff-list.store.ts';

/** A page of the products that fit a filter (admin). An invalid cursor means the first page. */
export async function listForStaff(
  ctx: Ctx,
  actor: Actor,
  {
    filter,
    sort,
    limit,
    after,
  }: { filter: StaffFilter; sort: StaffSort; limit: number; after: string | null },
): Promise<Page<StaffRow>> {
  requireAdmin(actor);
  const from = readSortedCursor(after, sort, sortKeyOf(sort).type);
  const { lowStockAt } = ctx.shop;
  const few = await selectFew(ctx.db, lowStockAt, filter);
  const prepared = { ...filter, few };
  const rows = await selectStaffList(ctx.db, lowStockAt, prepared, sort, limit + 1, from);
  const page = toPage(rows, limit, ({ sortValue, id }) => [sort, sortValue, id]);
  const items = page.items.map(({ sortValue: _, publishAt, updatedAt, ...row }) => ({
    ...row,
    publishAt: publishAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }));
  return { items, next: page.next };
}

/**
 * How many products fit a filter (admin); stops at `most`, so that counting a long list costs no
 * more.
 */
export async function countForStaff(
  ctx: Ctx,
  actor: Actor,
  filter: StaffFilter,
  most: number,
): Promise<number> {
  requireAdmin(actor);
  const { lowStockAt } = ctx.shop;
  const few = await selectFew(ctx.db, lowStockAt, filter);
  return countStaffListUpTo(ctx.db, lowStockAt, { ...filter, few }, most);
}

/** The first products whose name, SKU or barcode fits a text, by name (admin). */
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

/** Whether the shop has any product, in whatever status (admin). */
export function hasProducts(ctx: Ctx, actor: Actor): Promise<boolean> {
  requireAdmin(actor);
  return hasAnyProduct(ctx.db);
}
