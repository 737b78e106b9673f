import { inTransaction } from '#db/client.ts';
import type { Ctx } from '../../context.ts';
import { removeUnusedCategories } from '../../merchandising/merchandising.ts';
import type { JobRun } from '../../staff-jobs/staff-jobs.ts';
import type { ImportInput, ImportResult } from '../import.schema.ts';
import { undoProducts } from '../undo-products.ts';
import { chosenAmong } from './categories-now.ts';
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
  const ids = newCategories.map((one) => one.id);
  const { categories } = await ctx.siteContent.read();
  const chosen = chosenAmong(categories, input);
  const home = chosen ?? categories.find((one) => !ids.includes(one.id));
  await undoProducts(ctx, run, {
    action: 'product.undoImport',
    note: `Undo of the import of ${input.fileName}`,
    total: added + changed,
    // The archived products would keep the categories of the import from being removed.
    categoryOfAdded: (name) => (names.has(name) && home ? home.name : name),
  });
  if (run.stopped) return;
  const keptCategories = await removeUnusedCategories(ctx, run.actor, ids);
  // Another undo may have removed those that the first one could not.
  const isNews = keptCategories.length > 0 || 'keptCategories' in run.job.result;
  const archivedIn = ids.length > 0 && !chosen ? home : undefined;
  if (!isNews && !archivedIn) return;
  const result = {
    ...run.job.result,
    ...(isNews && { keptCategories }),
    ...(archivedIn && { archivedIn: { id: archivedIn.id, name: archivedIn.name } }),
  };
  await inTransaction(ctx.db, (tx) => run.save(tx, { result }));
}
