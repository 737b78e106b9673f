import type { SortedAfter } from '#shared/cursor.ts';
import type { Actor } from '../actor.ts';
import type { ProductMark } from '../catalog/catalog.schema.ts';
import type { Ctx } from '../context.ts';
import { requireCosts } from '../permissions.ts';
import type { ExportedProduct, StaffProductFilter } from './product-management.schema.ts';
import type { StaffFilter } from './staff-list.schema.ts';
import { prepareFilter, selectStaffList } from './staff-list.store.ts';
import { selectExportedByIds, selectStaffProducts } from './staff-product.store.ts';

/** How many products a stream reads at a time. */
const BATCH = 100;

/**
 * Products in any status that fit, newest first, in batches, so that memory does not grow with
 * their number (admin).
 */
export async function* streamStaffProducts(
  ctx: Ctx,
  actor: Actor,
  filter: StaffProductFilter,
): AsyncGenerator<ExportedProduct[]> {
  requireCosts(actor);
  let after: ProductMark | null = null;
  do {
    const rows: ExportedProduct[] = await selectStaffProducts(ctx.db, filter, BATCH, after);
    yield rows;
    const last = rows.at(-1);
    after = rows.length === BATCH && last ? { createdAt: last.createdAt, id: last.id } : null;
  } while (after);
}

/** The products that the console's table finds, newest first, in batches (admin). */
export async function* streamListedProducts(
  ctx: Ctx,
  actor: Actor,
  filter: StaffFilter,
): AsyncGenerator<ExportedProduct[]> {
  const reader = requireCosts(actor);
  const { lowStockAt } = ctx.shop;
  const prepared = await prepareFilter(ctx.db, lowStockAt, filter);
  let after: SortedAfter | null = null;
  do {
    const rows: { id: string; sortValue: string }[] = await selectStaffList(
      ctx.db,
      reader,
      lowStockAt,
      prepared,
      'newest',
      BATCH,
      after,
    );
    const ids = rows.map(({ id }) => id);
    const records = await selectExportedByIds(ctx.db, ids);
    yield ids.flatMap((id) => records.get(id) ?? []);
    const last = rows.at(-1);
    after = rows.length === BATCH && last ? { value: last.sortValue, id: last.id } : null;
  } while (after);
}

/** These products in their order, in batches; unknown ones are left out (admin). */
export async function* streamSelectedProducts(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
): AsyncGenerator<ExportedProduct[]> {
  requireCosts(actor);
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const records = await selectExportedByIds(ctx.db, batch);
    yield batch.flatMap((id) => records.get(id) ?? []);
  }
}
