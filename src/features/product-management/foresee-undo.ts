/** What an undo of a job would leave as it is, for the question before it. */
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { countedSince, haveMoved } from '../inventory/inventory.ts';
import { isUndoableNow, type JobView } from '../staff-jobs/staff-jobs.schema.ts';
import { type ForecastItem, listForecast } from '../staff-jobs/staff-jobs.ts';
import { countAllVariantsOf, selectShort, selectUnitsAdded } from './bulk-edit/bulk-edit.store.ts';
import type { BulkEditResult } from './bulk-edit.schema.ts';
import { editedSince } from './edited-since.ts';
import type { ForeseenUndo } from './import.schema.ts';
import { selectVersions } from './product-management.store.ts';
import { STOCK_STAYS } from './undo-products.ts';
import { selectKnownCategories } from './write-records.store.ts';

/** The most products that are looked at, and the most of their variants. */
const MOST = 1_000;
const MOST_VARIANTS = 10_000;

/**
 * How many products an undo of this import or bulk edit would leave as they are (admin). Null if it
 * can't be undone now, or if it was undone and another undo would take back none of the rest. Rules with
 * a renamed tag are not foreseen: where some stayed, they can always be tried again.
 */
export async function foreseeUndo(
  ctx: Ctx,
  actor: Actor,
  job: JobView,
): Promise<ForeseenUndo | null> {
  if (!isUndoableNow(job)) return null;
  const isAgain = job.status === 'undone';
  const items = await listForecast(ctx, actor, job.id, {
    keptExcept: isAgain ? STOCK_STAYS : null,
    limit: MOST + 1,
  });
  const some = await firstOf(ctx, items.slice(0, MOST));
  const [looked, isAll] = [some.length, items.length === some.length];
  const stay = (await whichStay(ctx, job, some)).length;
  const { keptRules = [] } = job.result as Partial<BulkEditResult>;
  const isInVain = isAgain && isAll && stay === looked && keptRules.length === 0;
  return isInVain ? null : { looked, isAll, stay };
}

/** The first items, whose products together have no more variants than are looked at. */
async function firstOf(ctx: Ctx, items: ForecastItem[]): Promise<ForecastItem[]> {
  const counts = await countAllVariantsOf(
    ctx.db,
    items.map(({ subject }) => subject),
  );
  let variants = 0;
  const end = items.findIndex(({ subject }) => {
    variants += counts.get(subject) ?? 0;
    return variants > MOST_VARIANTS;
  });
  return end < 0 ? items : items.slice(0, Math.max(1, end));
}

/** The products that would stay as they are, for the reasons of `undoProducts`. */
async function whichStay(ctx: Ctx, job: JobView, items: ForecastItem[]): Promise<ForecastItem[]> {
  const { db } = ctx;
  const ids = items.map(({ subject }) => subject);
  const versions = await selectVersions(db, ids);
  const { edited, undoneMovements } = await editedSince(
    db,
    job.id,
    items.flatMap(({ subject: id, version }) => {
      const now = versions.get(id);
      return now === undefined ? [] : { id, made: version ?? 0, now };
    }),
  );
  const since = items.map(({ subject, movement }) => ({
    ...{ productId: subject, movement: movement ?? 0 },
  }));
  const sold =
    job.kind === 'import'
      ? await haveMoved(db, since, undoneMovements)
      : await lackUnits(ctx, job, since);
  const named = items.flatMap(({ category }) => category ?? []);
  const categories = await selectKnownCategories(db, named);
  return items.filter(
    ({ subject: id, category }) =>
      !versions.has(id) ||
      edited.has(id) ||
      sold.has(id) ||
      (category !== null && !categories.has(category)),
  );
}

/**
 * The products of which a bulk edit added units that are no longer there. The stock of a variant that
 * was counted since stays.
 */
async function lackUnits(
  { db }: Ctx,
  { id }: JobView,
  since: { productId: string; movement: number }[],
): Promise<Set<string>> {
  const ids = since.map(({ productId }) => productId);
  const added = await selectUnitsAdded(db, id, ids);
  if (added.size === 0) return new Set();
  const counted = await countedSince(db, since);
  return selectShort(db, new Map([...added].filter(([variant]) => !counted.has(variant))));
}
