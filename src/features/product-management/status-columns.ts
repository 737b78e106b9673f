import { AppError } from '#shared/errors.ts';
import type { products } from '../catalog/catalog.table.ts';
import type { Ctx } from '../context.ts';
import type { ProductChanges, StaffProduct } from './product-management.schema.ts';
import { needsDetails } from './product-status.schema.ts';

/** How far ahead a product can be scheduled. */
const MAX_YEARS_AHEAD = 10;

/**
 * The columns of the status and the time of publishing after an edit. Refuses values that do not
 * fit.
 */
export function statusColumns(
  ctx: Ctx,
  before: StaffProduct,
  changes: ProductChanges,
): Partial<typeof products.$inferInsert> {
  const status = changes.status ?? before.status;
  // Records have null for a product that is not scheduled.
  const wanted = changes.publishAt ?? null;
  if (status !== 'scheduled') {
    if (wanted !== null) throw refusal('Only a scheduled product has a time to be published.');
    if (status === before.status) return {};
    return { status, publishAt: null, archivedAt: status === 'archived' ? ctx.now() : null };
  }
  // Other fields can be edited between the time of publishing and the next run of the job.
  const isUnchanged =
    before.publishAt !== null &&
    (wanted === null || Date.parse(wanted) === Date.parse(before.publishAt));
  if (isUnchanged) return {};
  const time = Date.parse(wanted ?? '');
  const latest = new Date(ctx.now());
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS_AHEAD);
  if (!(time > ctx.now().getTime() && time <= latest.getTime())) {
    throw refusal(
      `Please choose a time in the future for publishing, at most ${MAX_YEARS_AHEAD} years ahead.`,
    );
  }
  return { status, publishAt: new Date(time), archivedAt: null };
}

/** Refuses a change by which a product comes to lack its details. */
export function requireDetails(before: StaffProduct, after: StaffProduct): void {
  if (comesToLackDetails(before, after)) {
    throw refusal('Details are needed before a product is active or scheduled.');
  }
}

type Detailed = Pick<StaffProduct, 'status' | 'descriptions'>;

/**
 * Whether a change makes a product without details active or scheduled, or takes them from one that is.
 * One that was imported without details may stay as it is.
 */
export function comesToLackDetails(before: Detailed, after: Detailed): boolean {
  return lacksDetails(after) && !lacksDetails(before);
}

/** Whether a product that is or will be in the shop has no details. */
export function lacksDetails({ status, descriptions }: Detailed): boolean {
  return needsDetails(status) && descriptions === '';
}

function refusal(message: string): AppError {
  return new AppError('invalid_request', message);
}
