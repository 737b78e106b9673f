/** The job that carries out a bulk edit, in batches of products, and its undo. */
import type { Tx } from '#db/client.ts';
import type { Differences } from '#shared/differences.ts';
import type { Ctx } from '../../context.ts';
import { newestMovement } from '../../inventory/inventory.ts';
import type { JobRun, JobRunner } from '../../staff-jobs/staff-jobs.ts';
import { inBatchOrEach } from '../batch-or-each.ts';
import type { BulkEditInput, BulkEditResult, SheetProblem } from '../bulk-edit.schema.ts';
import { sheetFields } from '../bulk-edit.schema.ts';
import type { StoredEdit } from '../bulk-edit-input.schema.ts';
import { earlierParts } from '../earlier-record.ts';
import { lockProducts, lockVariantsOf } from '../edit-product.store.ts';
import type { StaffProduct } from '../product-management.schema.ts';
import { isRestored, slugOfRestored } from '../product-slugs.ts';
import { selectStaffProductsByIds } from '../staff-product.store.ts';
import { followRename, takeBackRename } from '../tags/follow-rename.ts';
import { selectTaggedAfter } from '../tags/product-tags.store.ts';
import { undoProducts } from '../undo-products.ts';
import { type RecordChange, writeRecords } from '../write-records.ts';
import { countAllVariantsOf, selectEditsAfter, selectUnitsAdded } from './bulk-edit.store.ts';
import { differencesOf, nameOfGone, planEdit } from './plan-edit.ts';

/**
 * The most products in a batch. It is small, because orders of these products wait for the batch.
 */
const AT_ONCE = 100;
/** A batch ends with the product that brings it to this many variants. A product may have 2,000. */
const VARIANTS_AT_ONCE = 5_000;

/** Where a bulk edit goes on after it was stopped. */
interface Checkpoint extends BulkEditResult {
  after: string;
}

const START: Checkpoint = { after: '', changed: 0, variants: 0, unchanged: 0, leftOut: 0 };

export const bulkEditRunner: JobRunner = {
  async run(ctx, run) {
    let at = (run.job.checkpoint as unknown as Checkpoint | null) ?? START;
    for (;;) {
      if (run.stopped) return;
      const edits = await nextEdits(ctx, run.job, at.after);
      if (edits.length === 0) return followRename(ctx, run);
      const { categories } = await ctx.siteContent.read();
      const known = new Set(categories.map(({ name }) => name));
      at = await inBatchOrEach(ctx, edits, at, (tx, some, from, refused) =>
        applyEdits(ctx, tx, run, some, from, { categories: known, refused }),
      );
    }
  },
  async undo(ctx, run) {
    const { changed } = run.job.result as unknown as BulkEditResult;
    const note = 'Undo of a bulk edit';
    const unitsAdded = (tx: Tx, ids: string[]) => selectUnitsAdded(tx, run.job.id, ids);
    const action = 'product.undoBulkEdit';
    await undoProducts(ctx, run, { action, note, total: changed, unitsAdded });
    if (!run.stopped) await takeBackRename(ctx, run);
  },
};

/** The next edits that fit in a batch, by product. */
async function nextEdits(ctx: Ctx, job: JobRun['job'], after: string): Promise<StoredEdit[]> {
  const { change, ofTag } = job.input as unknown as BulkEditInput;
  const edits =
    change && ofTag !== undefined
      ? (await selectTaggedAfter(ctx.db, ofTag, after, AT_ONCE)).map((_id) => ({
          _id,
          change,
          ofTag,
        }))
      : await selectEditsAfter(ctx.db, job.id, after, AT_ONCE);
  const ids = edits.map(({ _id }) => _id);
  const counts = await countAllVariantsOf(ctx.db, ids);
  let variants = 0;
  const end = ids.findIndex((id) => {
    variants += counts.get(id) ?? 0;
    return variants >= VARIANTS_AT_ONCE;
  });
  return end < 0 ? edits : edits.slice(0, end + 1);
}

/** The edits of a batch, and the results so far. */
interface Batch {
  changes: RecordChange[];
  differences: Map<string, Differences>;
  variants: number;
  unchanged: number;
  leftOut: number;
  problems: string[];
}

async function applyEdits(
  ctx: Ctx,
  tx: Tx,
  run: JobRun,
  edits: StoredEdit[],
  at: Checkpoint,
  /** `refused` is the reason why none of them can be applied. */
  { categories, refused }: { categories: ReadonlySet<string>; refused: string | null },
): Promise<Checkpoint> {
  const ids = edits.map(({ _id }) => _id);
  await lockProducts(tx, ids);
  await lockVariantsOf(tx, ids);
  const records = await selectStaffProductsByIds(tx, ids);
  const batch = await planBatch(tx, records, edits, categories, refused);
  const { changes, problems } = batch;
  const { id: job, createdBy: actor, input } = run.job;
  const why = { actor, action: 'product.bulkEdit', note: 'Bulk edit', job } as const;
  await writeRecords(ctx, tx, changes, why);
  const movement = await newestMovement(tx);
  await run.addItems(
    tx,
    changes.map(({ before, after }) => ({
      subject: before.id,
      label: before.name,
      outcome: 'changed',
      differences: batch.differences.get(before.id) ?? null,
      before: earlierParts(before, after),
      version: before.version + 1,
      movement,
    })),
  );
  await run.addProblems(
    tx,
    problems.map((reason) => ({ reason })),
  );
  const next = {
    after: ids.at(-1) ?? at.after,
    changed: at.changed + changes.length,
    variants: at.variants + batch.variants,
    unchanged: at.unchanged + batch.unchanged,
    leftOut: at.leftOut + batch.leftOut,
  };
  const { after: _, ...counts } = next;
  // A rename that goes on after its rules followed keeps what these had.
  const result = { ...run.job.result, ...counts };
  const done = next.changed + next.unchanged + next.leftOut;
  const { products } = input as unknown as BulkEditInput;
  // More may have got a tag than had it when the job was started.
  const total = Math.max(products, done);
  // This comes last, because it locks the job, which staff may want to stop.
  await run.save(tx, { checkpoint: next, done, total, newProblems: problems.length, result });
  return next;
}

async function planBatch(
  tx: Tx,
  records: Map<string, StaffProduct>,
  edits: StoredEdit[],
  categories: ReadonlySet<string>,
  refused: string | null,
): Promise<Batch> {
  const counts = { variants: 0, unchanged: 0, leftOut: 0 };
  const batch: Batch = { changes: [], differences: new Map(), ...counts, problems: [] };
  const leaveOut = (reasons: string[]) => {
    batch.leftOut += 1;
    batch.problems.push(...reasons);
  };
  for (const edit of edits) {
    const before = records.get(edit._id);
    if (!before || refused) {
      leaveOut([`${before?.name ?? nameOfGone(edit._id)}: ${refused ?? 'It is gone.'}`]);
      continue;
    }
    const { after, problems, changes } = planEdit(before, edit, categories);
    if (problems) leaveOut(problems.map(inWords));
    else if (changes.length === 0) batch.unchanged += 1;
    else {
      const slug = isRestored(before, after.status) ? await slugOfRestored(tx, before) : after.slug;
      batch.changes.push({ before, after: { ...after, slug } });
      batch.differences.set(
        before.id,
        differencesOf(changes, before.variants.filter(({ archived }) => !archived).length),
      );
      batch.variants += new Set(changes.flatMap(({ sku }) => sku ?? [])).size;
    }
  }
  return batch;
}

function inWords({ name, sku, field, reason }: SheetProblem): string {
  return [name, sku, field && sheetFields[field], reason].filter(Boolean).join(': ');
}
