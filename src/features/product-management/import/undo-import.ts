import type { Ctx } from '../../context.ts';
import { removeUnusedCategories } from '../../merchandising/merchandising.ts';
import type { JobRun } from '../../staff-jobs/staff-jobs.ts';
import type { ImportResult } from '../import.schema.ts';
import { undoProducts } from '../undo-products.ts';
import { deleteAllImagesToFetch } from './import.store.ts';

/** Undoes an import, except for products that were sold or edited since. */
export async function undoImport(ctx: Ctx, run: JobRun): Promise<void> {
  const { id, input, result } = run.job;
  await deleteAllImagesToFetch(ctx.db, id);
  const { added = 0, changed = 0, newCategories = [] } = result as Partial<ImportResult>;
  const names = new Set(newCategories.map(({ name }) => name));
  await undoProducts(ctx, run, {
    action: 'product.undoImport',
    note: `Undo of the import of ${String(input.fileName)}`,
    total: added + changed,
    // The archived products would keep the categories of the import from being removed.
    categoryOfAdded: (name) => (names.has(name) ? String(input.category) : name),
  });
  if (run.stopped) return;
  await removeUnusedCategories(
    ctx,
    run.job.createdBy,
    newCategories.map((one) => one.id),
  );
}
