/** The job that applies a stock count, in batches of variants, and its undo. */
import { inTransaction, type Tx } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import { applyCounts, newestMovement, takeBackCounts } from '../inventory/inventory.ts';
import type { JobRun, JobRunner, StoredItem } from '../staff-jobs/staff-jobs.ts';
import type { StockCountInput, StockCountResult } from './stock-counts.schema.ts';
import { type CountLine, selectLinesAfter } from './stock-counts.store.ts';

/** The most variants in a batch. It is small, because orders of them wait for the batch. */
const AT_ONCE = 200;

/** Where a count goes on after it was stopped. */
interface Checkpoint {
  after: number;
  changed: number;
  unchanged: number;
  leftOut: number;
}

/** Where the undo of a stock count goes on. */
interface UndoCheckpoint {
  after: string;
  takenBack: number;
  kept: number;
}

export const stockCountRunner: JobRunner = {
  async run(ctx, run) {
    let at = (run.job.checkpoint as unknown as Checkpoint | null) ?? {
      ...{ after: 0, changed: 0, unchanged: 0, leftOut: 0 },
    };
    for (;;) {
      if (run.stopped) return;
      const lines = await selectLinesAfter(ctx.db, run.job.id, at.after, AT_ONCE);
      if (lines.length === 0) return;
      const from = at;
      at = await inTransaction(ctx.db, (tx) => applyBatch(ctx, tx, run, lines, from));
    }
  },
  async undo(ctx, run) {
    let at = (run.job.checkpoint as unknown as UndoCheckpoint | null) ?? {
      ...{ after: '', takenBack: 0, kept: 0 },
    };
    for (;;) {
      if (run.stopped) return;
      const items = await run.itemsAfter(ctx.db, at.after, AT_ONCE);
      if (items.length === 0) return;
      const from = at;
      at = await inTransaction(ctx.db, (tx) => takeBack(ctx, tx, run, items, from));
    }
  },
};

async function applyBatch(
  ctx: Ctx,
  tx: Tx,
  run: JobRun,
  lines: CountLine[],
  at: Checkpoint,
): Promise<Checkpoint> {
  const { id, createdBy: actor } = run.job;
  const input = run.job.input as unknown as StockCountInput;
  const counts = lines.map((line) => ({
    ...{ variantId: line.variantId, counted: line.counted, expected: line.expected },
    ...{ movement: movementOf(line, input), key: `${id} ${line.position}` },
  }));
  const outcomes = await applyCounts(tx, counts, { actor, at: ctx.now() });
  const movement = await newestMovement(tx);
  const changed = outcomes.filter((one) => one.before !== one.after);
  const refused = outcomes.flatMap(({ refusal }, index) =>
    refusal === null ? [] : [{ line: lines[index]?.position ?? null, reason: refusal }],
  );
  await run.addItems(
    tx,
    changed.map(({ variantId, label, before, after }) => ({
      ...{ subject: variantId, label, outcome: 'changed' as const, movement },
      differences: { onHand: [before, after] },
    })),
  );
  await run.addProblems(tx, refused);
  const next = {
    after: lines.at(-1)?.position ?? at.after,
    changed: at.changed + changed.length,
    unchanged: at.unchanged + outcomes.length - changed.length - refused.length,
    leftOut: at.leftOut + refused.length,
  };
  const { after, ...result } = next;
  const newProblems = refused.length;
  // This comes last, because it locks the job, which staff may want to stop.
  await run.save(tx, { checkpoint: next, done: after, total: input.variants, newProblems, result });
  return next;
}

/** The movement that a count was compared at. A job of an earlier version has it for all of its lines. */
function movementOf(
  { movement, position }: CountLine,
  { movement: ofAll = 0, outdated = [] }: StockCountInput,
): number {
  return movement ?? (outdated.includes(position) ? 0 : ofAll);
}

async function takeBack(
  ctx: Ctx,
  tx: Tx,
  run: JobRun,
  items: StoredItem[],
  at: UndoCheckpoint,
): Promise<UndoCheckpoint> {
  const { actor } = run;
  const { takenBack: _, kept: __, ...result } = run.job.result as unknown as StockCountResult;
  const kept = await takeBackCounts(tx, items.map(toTakeBack), { actor, at: ctx.now() });
  await run.markKept(
    tx,
    [...kept].map(([subject, reason]) => ({ subject, reason })),
  );
  const next = {
    after: items.at(-1)?.subject ?? at.after,
    takenBack: at.takenBack + items.length - kept.size,
    kept: at.kept + kept.size,
  };
  const { after: ___, ...soFar } = next;
  const done = next.takenBack + next.kept;
  const resultSoFar = { ...result, ...soFar };
  await run.save(tx, { checkpoint: next, done, total: result.changed, result: resultSoFar });
  return next;
}

function toTakeBack({ subject, differences, movement }: StoredItem) {
  const [before, after] = differences?.onHand ?? [];
  return { variantId: subject, quantity: Number(before) - Number(after), movement: movement ?? 0 };
}
