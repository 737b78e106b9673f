/**
 * Owns stock counts: many variants that were counted together, as one job. Promises: each variant is
 * counted once, under the lock that orders take. A variant is left out and named if its stock is no
 * longer what the count was compared with, or if staff counted or adjusted it after that. An undo takes
 * back what the count changed, and nothing that was sold or changed since.
 */
import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { newestMovements } from '../inventory/inventory.ts';
import { requireAdmin } from '../permissions.ts';
import type { JobView } from '../staff-jobs/staff-jobs.schema.ts';
import { findJob, newJobId, startJob } from '../staff-jobs/staff-jobs.ts';
import type { CountedVariant } from './stock-count-input.schema.ts';
import type { StockCountInput } from './stock-counts.schema.ts';
import { insertLines } from './stock-counts.store.ts';

export { stockCountRunner } from './stock-count-job.ts';

/**
 * Starts the job of a count (admin). A repeat under the same key returns the same job; with other
 * counts it is refused.
 */
export async function startStockCount(
  ctx: Ctx,
  actor: Actor,
  { variants, key }: { variants: CountedVariant[]; key: string | null },
): Promise<JobView> {
  const admin = requireAdmin(actor);
  if (new Set(variants.map(({ _id }) => _id)).size < variants.length) {
    throw new AppError('invalid_request', 'A variant is in the count twice.');
  }
  const count = variants.length;
  const newest = await newestMovements(
    ctx.db,
    variants.map(({ _id }) => _id),
  );
  const lines = variants.map((one) => ({
    ...one,
    // One without a movement has the newest. A number that is not given yet would hide the movement
    // that gets it.
    movement: Math.min(one.movement ?? Infinity, newest.get(one._id) ?? 0),
  }));
  const hash = hashOf(variants);
  const movement = Math.min(...lines.map((line) => line.movement));
  const input = { variants: count, hash, movement } satisfies StockCountInput;
  const job = await startJob(ctx, actor, {
    id: key === null ? newJobId() : jobIdOf(admin.id, key),
    kind: 'stockCount',
    input,
    fileId: null,
    undoable: true,
    about: { variants: String(count) },
    add: (tx, jobId) => insertLines(tx, jobId, lines),
  });
  if (job.input.hash !== hash) {
    throw new AppError('invalid_request', 'That key was used for another count.');
  }
  return job;
}

/** The job that a sender started under a key (admin); without a sender, the caller is meant. */
export async function getStockCount(
  ctx: Ctx,
  actor: Actor,
  { key, sender }: { key: string; sender: string | undefined },
): Promise<JobView> {
  const id = jobIdOf(sender ?? requireAdmin(actor).id, key);
  const job = await findJob(ctx, actor, id, 'stockCount');
  if (!job) throw new AppError('not_found', 'No count was sent under that key.');
  return job;
}

function jobIdOf(sender: string, key: string): string {
  return `job_${hashOf([sender, key]).slice(0, 26)}`;
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
