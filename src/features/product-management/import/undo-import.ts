/** Takes an import back, except products that were sold or edited since. */
import { inTransaction, type Tx } from '#db/client.ts';
import type { Ctx } from '../../context.ts';
import { movedSince } from '../../inventory/inventory.ts';
import type { JobRun, StoredItem } from '../../staff-jobs/staff-jobs.ts';
import { asRecordImage } from '../edit-parts.ts';
import { lockProducts, lockVariantsOf } from '../edit-product.store.ts';
import type { ImportResult } from '../import.schema.ts';
import type { StaffProduct } from '../product-management.schema.ts';
import { selectStaffProductsByIds } from '../staff-product.store.ts';
import { deleteFormerSlugs } from '../write-records.store.ts';
import { type RecordChange, writeRecords } from '../write-records.ts';
import { refusalOf } from './apply-batch.ts';
import { deleteAllImagesToFetch } from './import.store.ts';

const AT_ONCE = 200;

/** Where an undo goes on after it was stopped. */
interface Checkpoint {
  after: string;
  done: number;
  takenBack: number;
  kept: number;
}

const REASONS: Record<string, string> = {
  sold: 'It has been sold since.',
  given_back: 'It has been sold since.',
};
const EDITED = 'It has been edited since.';
const STOCK_CHANGED = 'Its stock has been changed since.';

/**
 * Goes through what the import changed, a batch after the other. Added products are archived,
 * because stock movements refer to them; changed ones get back what they had.
 */
export async function undoImport(ctx: Ctx, run: JobRun): Promise<void> {
  const { job } = run;
  await deleteAllImagesToFetch(ctx.db, job.id);
  let at = (job.checkpoint as unknown as Checkpoint | null) ?? {
    after: '',
    done: 0,
    takenBack: 0,
    kept: 0,
  };
  for (;;) {
    if (run.stopped) return;
    const items = await run.itemsAfter(ctx.db, at.after, AT_ONCE);
    if (items.length === 0) return;
    at = await takeBackOrKeep(ctx, run, items, at);
  }
}

/** One transaction for all; when the database refuses that, one for each product. */
async function takeBackOrKeep(
  ctx: Ctx,
  run: JobRun,
  items: StoredItem[],
  at: Checkpoint,
): Promise<Checkpoint> {
  try {
    return await inTransaction(ctx.db, (tx) => takeBack(ctx, tx, run, items, at, null));
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (items.length === 1) {
      const { message } = refusal;
      return inTransaction(ctx.db, (tx) => takeBack(ctx, tx, run, items, at, message));
    }
  }
  let next = at;
  for (const item of items) next = await takeBackOrKeep(ctx, run, [item], next);
  return next;
}

async function takeBack(
  ctx: Ctx,
  tx: Tx,
  run: JobRun,
  items: StoredItem[],
  at: Checkpoint,
  /** Why none of them can be taken back. */
  refused: string | null,
): Promise<Checkpoint> {
  const ids = items.map(({ subject }) => subject);
  await lockProducts(tx, ids);
  await lockVariantsOf(tx, ids);
  const records = await selectStaffProductsByIds(tx, ids);
  const moved = await movedSince(
    tx,
    items.map(({ subject, movement }) => ({ productId: subject, movement: movement ?? 0 })),
  );
  const kept: { subject: string; reason: string }[] = [];
  const changes: RecordChange[] = [];
  const added: string[] = [];
  for (const item of items) {
    const now = records.get(item.subject);
    const reason = refused ?? (now ? whyKept(item, now, moved.get(item.subject)) : 'It is gone.');
    if (reason || !now) {
      kept.push({ subject: item.subject, reason: reason ?? EDITED });
      continue;
    }
    if (item.outcome === 'new') added.push(item.subject);
    changes.push({ before: now, after: earlierOf(item, now) });
  }
  const { createdBy, input, result } = run.job;
  const note = `Undo of the import of ${String(input.fileName)}`;
  await deleteFormerSlugs(tx, added);
  await writeRecords(ctx, tx, changes, { actor: createdBy, action: 'product.undoImport', note });
  await run.markKept(tx, kept);
  const next = {
    after: items.at(-1)?.subject ?? at.after,
    done: at.done + items.length,
    takenBack: at.takenBack + changes.length,
    kept: at.kept + kept.length,
  };
  const { takenBack, kept: keptCount } = next;
  const told = { ...(result as unknown as ImportResult), takenBack, kept: keptCount };
  const total = told.added + told.changed;
  await run.save(tx, { checkpoint: { ...next }, done: next.done, total, result: told });
  return next;
}

/** Why a product stays as it is; null where it can be taken back. */
function whyKept(item: StoredItem, now: StaffProduct, moved: string[] = []): string | null {
  const sold = moved.map((reason) => REASONS[reason]).find(Boolean);
  if (sold) return sold;
  if (item.version !== now.version) return EDITED;
  return moved.length > 0 ? STOCK_CHANGED : null;
}

/** The product as it was before the import. One that it added is archived, without stock. */
function earlierOf({ before, outcome }: StoredItem, now: StaffProduct): StaffProduct {
  const taken = (variant: StaffProduct['variants'][number]) => ({ ...variant, available: 0 });
  if (outcome === 'new' || !before) {
    return { ...now, status: 'archived', publishAt: null, variants: now.variants.map(taken) };
  }
  const earlier = before as unknown as StaffProduct;
  const old = new Map(earlier.variants.map((variant) => [variant.id, variant]));
  return {
    ...earlier,
    // The database sorts the fields of what it stored.
    images: earlier.images.map(asRecordImage),
    // A variant that the import added is archived.
    variants: now.variants.map(
      (variant) => old.get(variant.id) ?? { ...taken(variant), archived: true },
    ),
  };
}
