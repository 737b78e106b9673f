import { inTransaction } from '#db/client.ts';
import type { Ctx } from '../../context.ts';
import { removeUnusedCategories } from '../../merchandising/merchandising.ts';
import type { JobRun } from '../../staff-jobs/staff-jobs.ts';
import type { ImportInput, ImportResult } from '../import.schema.ts';
import { undoProducts } from '../undo-products.ts';
import { deleteAllImagesToFetch } from './import.store.ts';

/**
 * Undoes an import, except for products that were sold or edited since, and reports which of its
 * categories stay.
 */
export async function undoImport(ctx: Ctx, run: JobRun): Promise<void> {
  const { id } = run.job;
  const input = run.job.input as unknown as ImportInput;
  await deleteAllImagesToFetch(ctx.db, id);
  const { added = 0, changed = 0, newCategories = [] } = run.job.result as Partial<ImportResult>;
  const names = new Set(newCategories.map(({ name }) => name));
  const chosen = await nameOfChosen(ctx, input);
  await undoProducts(ctx, run, {
    action: 'product.undoImport',
    note: `Undo of the import of ${input.fileName}`,
    total: added + changed,
    // The archived products would keep the categories of the import from being removed.
    categoryOfAdded: (name) => (names.has(name) ? chosen : name),
  });
  if (run.stopped) return;
  const ids = newCategories.map((one) => one.id);
  const keptCategories = await removeUnusedCategories(ctx, run.actor, ids);
  if (keptCategories.length === 0) return;
  await inTransaction(ctx.db, (tx) =>
    run.save(tx, { result: { ...run.job.result, keptCategories } }),
  );
}

/** The chosen category may have another name by now. */
async function nameOfChosen(ctx: Ctx, { category, categoryId }: ImportInput): Promise<string> {
  const { categories } = await ctx.siteContent.read();
  return categories.find(({ id }) => id === categoryId)?.name ?? category;
}
