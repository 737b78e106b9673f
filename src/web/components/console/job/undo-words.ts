/** What is true now of a job that was undone, in words. */
import { isUndo, type JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';

/** On one line for a list, such as '12 products taken back, 1 left as it is'; null without an undo. */
export function undoSummary(
  { status, result }: Pick<JobView, 'status' | 'result'>,
  thing: string,
): string | null {
  if (!isUndo({ status, result })) return null;
  const { takenBack = 0, kept = 0 } = result as { takenBack?: number; kept?: number };
  const stays =
    kept > 0 ? `, ${withThousands(kept)} left as ${kept === 1 ? 'it is' : 'they are'}` : '';
  return `${counted(takenBack, thing)} taken back${stays}`;
}

/** What became of an item of a job that was undone. `kept` is why its undo left it as it is. */
export function fateOf(outcome: 'new' | 'changed', kept: string | null): string {
  if (kept !== null) return `Left as it is: ${kept}`;
  return outcome === 'new' ? 'Taken back: archived now' : 'Taken back: as it was before';
}
