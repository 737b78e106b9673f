/**
 * Undoes what a job did to products. Skips products that were edited since. Also skips products
 * that were sold since, unless the job knows how many units it added.
 */
import type { Tx } from '#db/client.ts';
import type { AuditAction } from '../audit-log/audit-log.schema.ts';
import type { Ctx } from '../context.ts';
import { countedSince, movedSince } from '../inventory/inventory.ts';
import type { JobRun, StoredItem } from '../staff-jobs/staff-jobs.ts';
import { inBatchOrEach } from './batch-or-each.ts';
import { earlierRecord } from './earlier-record.ts';
import { asRecordImage } from './edit-parts.ts';
import { lockProducts, lockVariantsOf } from './edit-product.store.ts';
import { editedSince } from './edited-since.ts';
import type { StaffProduct } from './product-management.schema.ts';
import { selectStaffProductsByIds } from './staff-product.store.ts';
import { deleteFormerSlugs, selectKnownCategories } from './write-records.store.ts';
import { type RecordChange, writeRecords } from './write-records.ts';

const AT_ONCE = 200;

/** Where an undo goes on after it was stopped. */
interface Checkpoint {
  after: string;
  done: number;
  takenBack: number;
  kept: number;
  /** Whether an earlier undo came to its end, and only what it left as it is is tried. */
  isAgain?: boolean;
}

const SOLD = 'It has been sold since.';
const REASONS: Record<string, string> = {
  sold: SOLD,
  given_back: SOLD,
  cancelled: SOLD,
  exchanged: SOLD,
};
const EDITED = 'It has been edited since.';
const NO_CATEGORY = 'The category that it was in is gone, or has another name now.';
const STOCK_CHANGED = 'Its stock has been changed since.';
/** The beginning of what is said of a product that was taken back, but for its stock. */
export const STOCK_STAYS = 'Its stock has been counted since, and stays';

/** How the undo of a kind of job is recorded. */
interface UndoOptions {
  /** For the audit log, such as 'product.undoImport'. */
  action: AuditAction;
  /** For movements of stock. */
  note: string;
  /** How many products the job changed. */
  total: number;
  /**
   * How many units the job added to each variant of these products; negative where it took some.
   * With this, a product that was sold since can be undone too: its stock changes by the
   * difference. The stock of a variant that was counted since stays.
   */
  unitsAdded?: (tx: Tx, ids: string[]) => Promise<Map<string, number>>;
  /** The category of a product that the job added, once it is archived. */
  categoryOfAdded?: (category: string) => string;
}

/**
 * Undoes the changes of a job, in batches of products. Added products are archived, because stock
 * movements refer to them. Changed products get their earlier values back. Another undo of the same
 * job tries those again that the earlier one left as they are.
 */
export async function undoProducts(ctx: Ctx, run: JobRun, options: UndoOptions): Promise<void> {
  let at = (run.job.checkpoint as unknown as Checkpoint | null) ?? beginOf(run);
  for (;;) {
    if (run.stopped) return;
    const items = at.isAgain
      ? await run.keptAfter(ctx.db, at.after, AT_ONCE, STOCK_STAYS)
      : await run.itemsAfter(ctx.db, at.after, AT_ONCE);
    if (items.length === 0) return;
    at = await inBatchOrEach(ctx, items, at, (tx, some, from, refused) =>
      takeBack(ctx, tx, run, some, from, { ...options, refused }),
    );
  }
}

function beginOf({ job }: JobRun): Checkpoint {
  const { takenBack = 0, kept = 0 } = job.result as { takenBack?: number; kept?: number };
  return {
    after: '',
    done: takenBack,
    takenBack,
    kept,
    ...(takenBack + kept > 0 && { isAgain: true }),
  };
}

async function takeBack(
  ctx: Ctx,
  tx: Tx,
  run: JobRun,
  items: StoredItem[],
  at: Checkpoint,
  /** `refused` is the reason why none of them can be undone. */
  options: UndoOptions & { refused: string | null },
): Promise<Checkpoint> {
  const { unitsAdded, refused, total } = options;
  const ids = items.map(({ subject }) => subject);
  await lockProducts(tx, ids);
  await lockVariantsOf(tx, ids);
  const records = await selectStaffProductsByIds(tx, ids);
  const units = unitsAdded ? await unitsAdded(tx, ids) : null;
  const counts = units ? await countedSince(tx, items.map(toSince)) : new Set<string>();
  const versions = items.flatMap(versionsIn(records));
  const { edited, undoneMovements } = await editedSince(tx, run.job.id, versions);
  const moved = await movedSince(tx, units ? [] : items.map(toSince), undoneMovements);
  const categories = await selectKnownCategories(tx, items.flatMap(categoryBefore));
  const kept: { subject: string; reason: string | null }[] = [];
  const changes: RecordChange[] = [];
  const added: string[] = [];
  for (const item of items) {
    const now = records.get(item.subject);
    const earlier = now && earlierOf(item, now, options);
    const after = earlier && units ? withoutUnits(now, earlier, units, counts) : earlier;
    const reason =
      refused ??
      (now ? whyKept(edited.has(now.id), moved.get(now.id)) : 'It is gone.') ??
      (categoryBefore(item).every((name) => categories.has(name)) ? null : NO_CATEGORY) ??
      (after ? null : SOLD);
    if (reason || !now || !after) {
      kept.push({ subject: item.subject, reason: reason ?? EDITED });
      continue;
    }
    if (item.outcome === 'new') added.push(item.subject);
    changes.push({ before: now, after });
    const stays = stockStays(now, counts, units);
    if (stays || at.isAgain) kept.push({ subject: item.subject, reason: stays });
  }
  const { id: job, result } = run.job;
  const { actor } = run;
  await deleteFormerSlugs(tx, added);
  await writeRecords(ctx, tx, changes, { ...options, actor, job });
  await run.markKept(tx, kept);
  const keptNow = kept.filter(({ reason }) => reason !== null).length;
  const next = {
    ...at,
    after: items.at(-1)?.subject ?? at.after,
    done: at.done + items.length,
    takenBack: at.takenBack + changes.length,
    kept: at.kept + keptNow - (at.isAgain ? items.length : 0),
  };
  const { takenBack, kept: keptCount } = next;
  const resultSoFar = { ...result, takenBack, kept: keptCount };
  await run.save(tx, { checkpoint: { ...next }, done: next.done, total, result: resultSoFar });
  return next;
}

/** Why a product stays as it is; null if it can be undone. */
function whyKept(isEdited: boolean, moved: string[] = []): string | null {
  const sold = moved.map((reason) => REASONS[reason]).find(Boolean);
  if (sold) return sold;
  if (isEdited) return EDITED;
  return moved.length > 0 ? STOCK_CHANGED : null;
}

function toSince({ subject, movement }: StoredItem) {
  return { productId: subject, movement: movement ?? 0 };
}

function versionsIn(records: Map<string, StaffProduct>) {
  return ({ subject, version }: StoredItem) => {
    const now = records.get(subject);
    return now ? { id: subject, made: version ?? 0, now: now.version } : [];
  };
}

/**
 * The name of the category that the product was in; nothing if it was in none, or the job did not
 * move it.
 */
function categoryBefore({ before }: StoredItem): string[] {
  return typeof before?.category === 'string' && before.category ? [before.category] : [];
}

/**
 * The product as it was before the job. A product that the job added becomes archived, without
 * stock, and so does a variant.
 */
function earlierOf(
  { before, outcome }: StoredItem,
  now: StaffProduct,
  { categoryOfAdded }: UndoOptions,
): StaffProduct {
  const taken = (variant: StaffProduct['variants'][number]) => ({ ...variant, available: 0 });
  if (outcome === 'new' || !before) {
    const category = categoryOfAdded?.(now.category) ?? now.category;
    const variants = now.variants.map(taken);
    return { ...now, category, status: 'archived', publishAt: null, variants };
  }
  const earlier = earlierRecord(before, now, (added) => ({ ...taken(added), archived: true }));
  // The database sorts the fields of stored JSON.
  return { ...earlier, images: earlier.images.map(asRecordImage) };
}

/** Reports that a product is undone but its stock stays, because it was counted since. */
function stockStays(
  { variants }: StaffProduct,
  counts: ReadonlySet<string>,
  units: Map<string, number> | null,
): string | null {
  const skus = variants
    .filter(({ id }) => counts.has(id) && (units?.get(id) ?? 0) !== 0)
    .map(({ sku }) => sku);
  if (skus.length === 0) return null;
  const more = skus.length > 5 ? ` and ${skus.length - 5} more` : '';
  return `${STOCK_STAYS}: ${skus.slice(0, 5).join(', ')}${more}.`;
}

/**
 * The earlier product without the added units, except where the stock was counted since. Null when
 * some of those units were sold.
 */
function withoutUnits(
  now: StaffProduct,
  earlier: StaffProduct,
  units: Map<string, number>,
  counts: ReadonlySet<string>,
): StaffProduct | null {
  const left = new Map(now.variants.map(({ id, available }) => [id, available]));
  const variants = earlier.variants.map((variant) => ({
    ...variant,
    available:
      (left.get(variant.id) ?? 0) - (counts.has(variant.id) ? 0 : (units.get(variant.id) ?? 0)),
  }));
  return variants.some(({ available }) => available < 0) ? null : { ...earlier, variants };
}
