/** What the job of a count did, and which counts then stay on the page. */
import { isUndo } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import type { CountedVariant } from '../../../components/console/counting/counted-variants.ts';
import type { CountJob, SentCount } from './count-calls.ts';

export interface Outcome {
  /** The variants whose counts are applied. */
  applied: Set<string>;
  /** Why others were left out. */
  problems: Map<string, string>;
}

/**
 * What a job did that has ended. One that was stopped has not come to its last variants, which stay.
 * So does everything of one that was undone, because its numbers are of the undo, which takes the
 * variants in another order.
 */
export function outcomeOf(variants: SentCount[], job: CountJob): Outcome {
  const problems = new Map<string, string>();
  for (const { line, reason } of job.problems) {
    const variant = line === null ? undefined : variants[line - 1];
    if (variant) problems.set(variant._id, reason);
  }
  if (isUndo(job)) return { applied: new Set(), problems };
  const done = variants.slice(0, job.done).filter(({ _id }) => !problems.has(_id));
  return { applied: new Set(done.map(({ _id }) => _id)), problems };
}

/** Removes the applied counts. What was left out, or was scanned again meanwhile, stays. */
export function afterApplying(
  rows: CountedVariant[],
  sent: SentCount[],
  { applied, problems }: Outcome,
): CountedVariant[] {
  const units = new Map(sent.map(({ _id, counted: of }) => [_id, of]));
  return rows
    .filter(({ _id, counted: of }) => !applied.has(_id) || units.get(_id) !== of)
    .map((row) => ({ ...row, problem: problems.get(row._id) ?? row.problem }));
}

/** '2 of 3 counts applied.' Of a job that was undone it says that instead. */
export function describeOutcome(done: number, total: number, last: CountJob): string {
  // If some were refused, the rows that stay say why.
  const of = done === total ? '' : `${done} of `;
  const applied = `${of}${counted(total, 'count')} applied.`;
  if (!isUndo(last)) return applied;
  const undone =
    last.status === 'failed'
      ? 'The undo of the counts that were sent failed, so some of them may be applied. All of them stay here.'
      : 'The counts that were sent were undone, so they stay here.';
  return done === 0 ? undone : `${applied} ${undone}`;
}
