/** Handles the forms of the product table. */
import { setTimeout as sleep } from 'node:timers/promises';
import { data, redirect } from 'react-router';
import type { BulkEditResult } from '#features/product-management/bulk-edit.schema.ts';
import {
  type BulkChange,
  bulkChange,
} from '#features/product-management/bulk-edit-input.schema.ts';
import { previewChange, startChange } from '#features/product-management/product-management.ts';
import { isOpen, type JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { getJob, listItems, undoJob } from '#features/staff-jobs/staff-jobs.ts';
import { counted } from '#shared/counted.ts';
import { ownValue } from '#shared/own-value.ts';
import { changeViews, type ViewConflict } from '../../../components/console/views/change-views.ts';
import { orRefusal, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { readStaffFilter } from '../../../staff-list-address.ts';
import { questionOf, wordsOf } from './bulk-words.ts';
import { chooseColumns } from './columns.ts';

/** How long a form waits for its bulk edit. The page of one that takes longer shows its progress. */
const WAIT_MS = 4_000;
const LOOK_MS = 100;
/** How many products a notice names. */
const NAMED = 20;

/** What the page shows after a form: a question, or what happened. */
export interface TableResult extends Partial<ViewConflict> {
  question?: {
    title: string;
    text: string;
    /** Null for all that fit the filters. */
    ids: string[] | null;
    change: BulkChange;
  };
  notice?: { tone: 'success' | 'info' | 'danger'; text: string };
  /** The id of the bulk edit that can be undone. */
  batch?: string | null;
}

type Handler = (visit: Visit, posted: FormData, url: URL) => Promise<TableResult | Response>;

const handlers: Record<string, Handler> = {
  async ask(visit, posted, url) {
    const { change, ids, which } = await readBulk(visit, posted, url);
    if (!change) {
      return problem(
        'Please choose a category, or type a tag of at most 60 characters or a percentage.',
      );
    }
    const preview = await previewChange(visit.ctx, visit.actor, which, change);
    if (preview.products > 0) return { question: { ...questionOf(change, preview), ids, change } };
    const [first] = preview.problems;
    if (first) return problem(`Nothing to change. ${first.name}: ${first.reason}`);
    const text = `Nothing to change: every selected product is ${wordsOf(change).already} already.`;
    return { notice: { tone: 'info', text } };
  },
  async edit(visit, posted, url) {
    const { change, which } = await readBulk(visit, posted, url);
    if (!change) return problem('Please select the products again.');
    const { id: batch } = await startChange(visit.ctx, visit.actor, which, change);
    const job = await finished(visit, batch);
    if (!job) return redirect(`/admin/bulk-edits/${batch}`);
    if (job.failure !== null) return problem(job.failure);
    const { changed, leftOut } = job.result as unknown as BulkEditResult;
    const rest = leftOut > 0 ? ` ${counted(leftOut, 'product')} left out.` : '';
    const text = `${counted(changed, 'product')} ${wordsOf(change).done}${rest}`;
    return { notice: { tone: leftOut > 0 ? 'info' : 'success', text }, batch };
  },
  async undo(visit, posted) {
    const { ctx, actor } = visit;
    const batch = String(posted.get('batch'));
    await undoJob(ctx, actor, batch);
    const job = await finished(visit, batch);
    if (!job) return redirect(`/admin/bulk-edits/${batch}`);
    const { takenBack = 0, kept = 0 } = job.result as unknown as BulkEditResult;
    const text = `Undone: ${counted(takenBack, 'product')} as before.`;
    if (kept === 0) return { notice: { tone: 'success', text } };
    const items = await listItems(ctx, actor, batch, { isKept: true }, NAMED);
    const names = new Intl.ListFormat('en').format(items.map(({ label }) => label));
    return problem(`${text} Left alone, because somebody changed them since: ${names}.`);
  },
  ...changeViews('products'),
  async columns({ baseUrl }, posted, url) {
    const { to, cookie } = chooseColumns(posted.getAll('column'), url, baseUrl);
    return redirect(to, { headers: { 'Set-Cookie': cookie } });
  },
};

/** Does what a form of the table asks for. A refusal is shown above the table. */
export async function changeProducts(visit: Visit, posted: FormData, url: URL) {
  const handle = ownValue(handlers, String(posted.get('intent')));
  if (!handle) return data(problem('Please try again.'), { status: 422 });
  const { value, refusal } = await orRefusal(handle(visit, posted, url));
  return refusal ? data(problem(refusal.message), refusalInit(refusal)) : value;
}

function problem(text: string): TableResult {
  return { notice: { tone: 'danger', text } };
}

/** The job once it is finished; null if it takes longer than a form waits. */
async function finished({ ctx, actor }: Visit, id: string): Promise<JobView | null> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    const job = await getJob(ctx, actor, id, 'bulkEdit');
    if (!isOpen(job.status)) return job;
    await sleep(LOOK_MS);
  }
  return null;
}

async function readBulk(visit: Visit, posted: FormData, url: URL) {
  const ids = posted.get('all') === 'yes' ? null : posted.getAll('id').map(String);
  const { categories } = await visit.sections();
  const read = bulkChange.safeParse({
    change: posted.get('change'),
    category: posted.get('category'),
    tag: posted.get('tag'),
    percent: posted.get('percent'),
    to99: posted.get('to99') ?? 'no',
  });
  return {
    ids,
    which: ids ? { ids } : { filter: readStaffFilter(url.searchParams, categories) },
    change: read.success ? read.data : null,
  };
}
