/**
 * Makes one change to many products: to chosen ones, or to all that fit a filter. It is a bulk edit,
 * so it is previewed, runs as a job, is listed, and is undone as one.
 */
import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { joinTags, splitTags } from '#shared/tags.ts';
import { withThousands } from '#shared/thousands.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { asSpelled } from '../../merchandising/merchandising.ts';
import { requireCosts } from '../../permissions.ts';
import type { JobView } from '../../staff-jobs/staff-jobs.schema.ts';
import { findJob, newJobId } from '../../staff-jobs/staff-jobs.ts';
import {
  type BulkEditPreview,
  type ChangedProduct,
  MAX_CHANGED,
  MAX_LISTED,
} from '../bulk-edit.schema.ts';
import type { BulkChange, ShownChange, StoredEdit } from '../bulk-edit-input.schema.ts';
import type { EditedProduct } from '../product-management.schema.ts';
import { requireKnownCategory } from '../refusals.ts';
import type { StaffFilter } from '../staff-list.schema.ts';
import { listIdsForStaff } from '../staff-list.ts';
import { selectVersions } from './bulk-edit.store.ts';
import { toSheetProduct } from './plan-edit.ts';
import { previewEdits, startEdits } from './start-bulk-edit.ts';

/** These products, or all that fit a filter: at most MAX_CHANGED. */
export type WhichProducts = { ids: string[] } | { filter: StaffFilter };

/**
 * What a change would do now (admin), which products it would leave out, and what `startChange`
 * needs to do just this. `change` has added tags as they are to be spelled.
 */
export async function previewChange(
  ctx: Ctx,
  actor: Actor,
  which: WhichProducts,
  asked: BulkChange,
): Promise<BulkEditPreview & { change: BulkChange; shown: ShownChange; listed: ChangedProduct[] }> {
  requireCosts(actor);
  const change = await withSpelledTags(ctx, asked);
  const edits = await editsOf(ctx, actor, which, change);
  const byId = new Map(edits.map((edit) => [edit._id, edit]));
  const listed: ChangedProduct[] = [];
  const preview = await previewEdits(ctx, byId, (before, after) => {
    if (listed.length === MAX_LISTED) return;
    const isPrice = change.change === 'percent';
    const prices = isPrice ? { before: spanOf(before), after: spanOf(after) } : null;
    listed.push({ name: before.name, prices });
  });
  return { ...preview, change, shown: { jobId: newJobId(), seen: versionsIn(edits) }, listed };
}

async function withSpelledTags(ctx: Ctx, change: BulkChange): Promise<BulkChange> {
  if (change.change !== 'tag') return change;
  return { ...change, tag: joinTags(await asSpelled(ctx.db, splitTags(change.tag))) };
}

/** The lowest and the highest price of a product's variants. */
function spanOf(product: EditedProduct) {
  const prices = toSheetProduct(product).variants.flatMap(({ priceMinor }) => priceMinor ?? []);
  const lowest = prices.reduce((low, price) => Math.min(low, price));
  return { lowMinor: lowest, highMinor: prices.reduce((high, price) => Math.max(high, price)) };
}

/**
 * Starts the job of a change that was previewed (admin). The same preview starts one job, which a
 * repeat returns. 412 when other products fit by now, or one was edited. The job leaves out those
 * that are edited until it comes to them.
 */
export async function startChange(
  ctx: Ctx,
  actor: Actor,
  which: WhichProducts,
  asked: BulkChange,
  { jobId, seen }: ShownChange,
): Promise<JobView> {
  requireCosts(actor);
  const earlier = await findJob(ctx, actor, jobId, 'bulkEdit');
  if (earlier) return earlier;
  const change = await withSpelledTags(ctx, asked);
  const edits = await editsOf(ctx, actor, which, change);
  if (versionsIn(edits) !== seen) {
    const message =
      'Nothing was changed, because the products are no longer those of the question. Please check the list and try again.';
    throw new AppError('edit_conflict', message);
  }
  return startEdits(ctx, actor, edits, { id: jobId, change });
}

function versionsIn(edits: StoredEdit[]): string {
  const versions = edits.map(({ _id, version }) => [_id, version]);
  return createHash('sha256').update(JSON.stringify(versions)).digest('base64url');
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
  return (await listIdsForStaff(ctx, actor, all)).map(({ id }) => id);
}
