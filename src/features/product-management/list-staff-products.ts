/** The list of products of any status, for staff. */
import { decodeTimeCursor, type Page, toPage } from '#shared/cursor.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import type { StaffProductFilter, StaffProductRow } from './product-management.schema.ts';
import { selectStaffRows } from './staff-product.store.ts';

export interface StaffProductQuery extends StaffProductFilter {
  /** 1 to 100. */
  limit: number;
  /** The cursor that the previous page returned as `next`. */
  after?: string | null | undefined;
}

/** Products of any status, newest first (admin). */
export async function listStaffProducts(
  ctx: Ctx,
  actor: Actor,
  query: StaffProductQuery,
): Promise<Page<StaffProductRow>> {
  requireAdmin(actor);
  const after = decodeTimeCursor(query.after);
  const rows = await selectStaffRows(ctx.db, query, query.limit + 1, after);
  return toPage(rows, query.limit, ({ createdAt, id }) => [createdAt, id]);
}
