/**
 * Makes one change to many products: to chosen ones, or to all that fit a filter. It is a bulk edit,
 * so it is previewed, runs as a job, is listed, and is undone as one.
 */
import { AppError } from '#shared/errors.ts';
import { withThousands } from '#shared/thousands.ts';
import { type Actor, requireCosts } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import type { JobView } from '../../staff-jobs/staff-jobs.schema.ts';
import { type BulkEditPreview, MAX_CHANGED } from '../bulk-edit.schema.ts';
import type { BulkChange, StoredEdit } from '../bulk-edit-input.schema.ts';
import { requireKnownCategory } from '../refusals.ts';
import type { StaffFilter } from '../staff-list.schema.ts';
import { listForStaff } from '../staff-list.ts';
import { selectVersions } from './bulk-edit.store.ts';
import { previewEdits, startEdits } from './start-bulk-edit.ts';

/** These products, or all that fit a filter: at most MAX_CHANGED. */
export type WhichProducts = { ids: string[] } | { filter: StaffFilter };

/** What a change would do now (admin), and which products it would leave out. */
export async function previewChange(
  ctx: Ctx,
  actor: Actor,
  which: WhichProducts,
  change: BulkChange,
): Promise<BulkEditPreview> {
  requireCosts(actor);
  const edits = await editsOf(ctx, actor, which, change);
  return previewEdits(ctx, new Map(edits.map((edit) => [edit._id, edit])));
}

/** Starts the job of a change (admin). It leaves out products that somebody edits meanwhile. */
export async function startChange(
  ctx: Ctx,
  actor: Actor,
  which: WhichProducts,
  change: BulkChange,
): Promise<JobView> {
  requireCosts(actor);
  return startEdits(ctx, actor, await editsOf(ctx, actor, which, change), change);
}

async function editsOf(
  ctx: Ctx,
  actor: Actor,
  which: WhichProducts,
  change: BulkChange,
): Promise<StoredEdit[]> {
  if (change.change === 'category') await requireKnownCategory(ctx, change.category);
  const ids = 'ids' in which ? [...new Set(which.ids)] : await idsOf(ctx, actor, which.filter);
  if (ids.length > MAX_CHANGED) {
    const most = withThousands(MAX_CHANGED);
    const message = `Please change at most ${most} products at a time. Filters make the list shorter.`;
    throw new AppError('invalid_request', message);
  }
  const versions = await selectVersions(ctx.db, ids);
  if (versions.length === 0) {
    throw new AppError('invalid_request', 'Please select a product first.');
  }
  return versions.map((one) => ({ ...one, change }));
}

async function idsOf(ctx: Ctx, actor: Actor, filter: StaffFilter): Promise<string[]> {
  const all = { filter, sort: 'newest', limit: MAX_CHANGED + 1, after: null } as const;
  return (await listForStaff(ctx, actor, all)).items.map(({ id }) => id);
}
