/** Handles the forms of the product table. */
import { data, redirect } from 'react-router';
import {
  type BulkChange,
  bulkChange,
  type ShownChange,
  shownChange,
} from '#features/product-management/bulk-edit-input.schema.ts';
import { previewChange, startChange } from '#features/product-management/product-management.ts';
import { undoJob } from '#features/staff-jobs/staff-jobs.ts';
import { ownValue } from '#shared/own-value.ts';
import { changeViews, type ViewConflict } from '../../../components/console/views/change-views.ts';
import { listParams } from '../../../pagination.ts';
import { orRefusal, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { readStaffFilter } from '../../../staff-list-address.ts';
import { pageAfterEdit } from './after-edit.ts';
import { type ListedProduct, listedProduct, questionOf, wordsOf } from './bulk-words.ts';
import { chooseColumns } from './columns.ts';
import type { TableNotice } from './notice-of-edit.ts';
import { readIds } from './selected-ids.ts';

/** What the page shows after a form: a question, or why nothing happened. */
export interface TableResult extends Partial<ViewConflict> {
  question?: {
    title: string;
    text: string;
    /** Null for all that fit the filters. */
    ids: string[] | null;
    change: BulkChange;
    shown: ShownChange;
    /** The first of the products, and how many there are. */
    listed: ListedProduct[];
    products: number;
  };
  notice?: TableNotice;
}

type Handler = (visit: Visit, posted: FormData, url: URL) => Promise<TableResult | Response>;

const handlers: Record<string, Handler> = {
  async ask(visit, posted, url) {
    const { change: asked, ids, which, wrong } = await readBulk(visit, posted, url);
    if (!asked) return problem(wrong);
    const preview = await previewChange(visit.ctx, visit.actor, which, asked);
    const { change, shown } = preview;
    if (preview.products > 0) {
      const { products } = preview;
      const listed = preview.listed.map(listedProduct);
      const words = questionOf(change, preview);
      return { question: { ...words, ids, change, shown, listed, products } };
    }
    const [first] = preview.problems;
    if (first) return problem(`Nothing to change. ${first.name}: ${first.reason}`);
    const text = `Nothing to change: every selected product is ${wordsOf(change).already} already.`;
    return { notice: { tone: 'info', text } };
  },
  async edit(visit, posted, url) {
    const { change, which } = await readBulk(visit, posted, url);
    const shown = shownChange.safeParse(Object.fromEntries(posted)).data;
    if (!change || !shown) return problem('Please select the products again.');
    const { id } = await startChange(visit.ctx, visit.actor, which, change, shown);
    return redirect(await pageAfter(visit, id, url));
  },
  async undo(visit, posted, url) {
    const { id } = await undoJob(visit.ctx, visit.actor, String(posted.get('batch')));
    return redirect(await pageAfter(visit, id, url));
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

/** The list as it was, with a notice of the job. */
function pageAfter(visit: Visit, id: string, { pathname, search }: URL): Promise<string> {
  return pageAfterEdit(visit, id, pathname, listParams(search));
}

async function readBulk(visit: Visit, posted: FormData, url: URL) {
  const ids = posted.get('all') === 'yes' ? null : readIds(posted);
  const { categories } = await visit.siteContent();
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
    wrong: read.error?.issues[0]?.message ?? '',
  };
}
