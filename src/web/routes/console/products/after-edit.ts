/** Where a form leads that started a bulk edit, or its undo. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isOpen } from '#features/staff-jobs/staff-jobs.schema.ts';
import { getJob } from '#features/staff-jobs/staff-jobs.ts';
import type { Visit } from '../../../shop-context.ts';

/** How long a form waits for its bulk edit. The page of one that takes longer shows its progress. */
const WAIT_MS = 4_000;
const LOOK_MS = 100;

/** The page with a notice of the job; the page of the job if it takes longer than a form waits. */
export async function pageAfterEdit(
  { ctx, actor }: Visit,
  id: string,
  path: string,
  params: URLSearchParams,
): Promise<string> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    const { status } = await getJob(ctx, actor, id, 'bulkEdit');
    if (!isOpen(status)) {
      // The job has the words of this notice (`noticeOfEdit`).
      params.set('notice', id);
      return `${path}?${params}`;
    }
    await sleep(LOOK_MS);
  }
  return `/admin/bulk-edits/${id}`;
}
