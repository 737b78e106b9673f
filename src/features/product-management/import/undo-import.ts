import type { Ctx } from '../../context.ts';
import type { JobRun } from '../../staff-jobs/staff-jobs.ts';
import type { ImportResult } from '../import.schema.ts';
import { undoProducts } from '../undo-products.ts';
import { deleteAllImagesToFetch } from './import.store.ts';

/** Undoes an import, except for products that were sold or edited since. */
export async function undoImport(ctx: Ctx, run: JobRun): Promise<void> {
  const { id, input, result } = run.job;
  await deleteAllImagesToFetch(ctx.db, id);
  const { added, changed } = result as unknown as ImportResult;
  await undoProducts(ctx, run, {
    action: 'product.undoImport',
    note: `Undo of the import of ${String(input.fileName)}`,
    total: added + changed,
  });
}
