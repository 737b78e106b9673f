/** When a tag has its new name on all products, what names the tag follows; and back at an undo. */
import { inTransaction } from '#db/client.ts';
import type { Ctx } from '../../context.ts';
import { renameInRules, takeBackRules } from '../../merchandising/merchandising.ts';
import { renameInViews, takeBackViews } from '../../saved-views/saved-views.ts';
import type { JobRun } from '../../staff-jobs/staff-jobs.ts';
import type { BulkEditInput, BulkEditResult } from '../bulk-edit.schema.ts';

/** Ends the job of a rename. It follows once: what it changed is stored in the same transaction. */
export async function followRename(ctx: Ctx, run: JobRun): Promise<void> {
  const { change } = run.job.input as unknown as BulkEditInput;
  const result = run.job.result as unknown as BulkEditResult;
  if (change?.change !== 'renameTag' || result.renamedRules) return;
  await inTransaction(ctx.db, async (tx) => {
    const renamedRules = await renameInRules(ctx, tx, run.job.createdBy, change);
    const renamedViews = await renameInViews(tx, run.job.createdBy, change);
    await run.save(tx, { result: { ...result, renamedRules, renamedViews } });
  });
}

/**
 * Ends the undo of a rename. What was changed since stays, is named in the result, and is tried again
 * by another undo.
 */
export async function takeBackRename(ctx: Ctx, run: JobRun): Promise<void> {
  // A rename by an earlier version changed no views.
  const {
    renamedRules,
    renamedViews = [],
    ...result
  } = run.job.result as unknown as BulkEditResult;
  if (!renamedRules) return;
  await inTransaction(ctx.db, async (tx) => {
    const rules = await takeBackRules(ctx, tx, run.actor, renamedRules);
    const views = await takeBackViews(tx, run.actor, renamedViews);
    const keptRules = [...rules.names, ...views.names];
    const isLeft = keptRules.length > 0 && { renamedRules: rules.left, renamedViews: views.left };
    await run.save(tx, { result: { ...result, keptRules, ...isLeft } });
  });
}
