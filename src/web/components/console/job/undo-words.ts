/** What is true now of a job that was undone, in words. */
import type { ForeseenUndo } from '#features/product-management/import.schema.ts';
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

/** How many an undo would leave as they are, for the question before it; '' if it is not known. */
export function foreseenWords(foreseen: ForeseenUndo | null, isAgain: boolean): string {
  if (!foreseen || foreseen.looked === 0) return '';
  const { looked, isAll, stay } = foreseen;
  const all = isAll ? counted(looked, 'product') : `first ${counted(looked, 'product')}`;
  if (looked === 1 && isAll) return stay === 1 ? ' Its product would stay as it is.' : '';
  const which = isAgain ? `Of the ${all} that stayed` : `Of its ${all}`;
  return ` ${which}, ${stay === 0 ? 'none' : withThousands(stay)} would stay as ${stay === 1 ? 'it is' : 'they are'}.`;
}

/** How many a cancelled job did not come to; 0 for another job. */
export function notReached({ status, done, total }: Pick<JobView, 'status' | 'done' | 'total'>) {
  return status === 'cancelled' && total !== null ? Math.max(0, total - done) : 0;
}

/** What became of an item of a job that was undone. `kept` is why its undo left it as it is. */
export function fateOf(outcome: 'new' | 'changed', kept: string | null): string {
  if (kept !== null) return `Left as it is: ${kept}`;
  return outcome === 'new' ? 'Taken back: archived now' : 'Taken back: as it was before';
}
