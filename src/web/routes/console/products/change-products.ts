/** Handles the forms of the product table. */
import { data, redirect } from 'react-router';
import {
  type ManyChange,
  manyChange,
} from '#features/product-management/product-management.schema.ts';
import {
  editMany,
  previewMany,
  undoMany,
} from '#features/product-management/product-management.ts';
import { counted } from '#shared/counted.ts';
import { ownValue } from '#shared/own-value.ts';
import { changeViews, type ViewConflict } from '../../../components/console/views/change-views.ts';
import { orRefusal, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { questionOf, wordsOf } from './bulk-words.ts';
import { columnsCookie } from './columns.ts';

/** What the page shows after a form: a question, or what happened. */
export interface TableResult extends Partial<ViewConflict> {
  question?: { title: string; text: string; ids: string[]; change: ManyChange };
  notice?: { tone: 'success' | 'info' | 'danger'; text: string };
  /** The id of the bulk edit that can be undone. */
  batch?: string | null;
}

type Handler = (visit: Visit, posted: FormData, url: URL) => Promise<TableResult | Response>;

const handlers: Record<string, Handler> = {
  async ask({ ctx, actor }, posted) {
    const { ids, change } = readBulk(posted);
    if (!change)
      return problem('Please choose a category, or type a tag of at most 60 characters.');
    const preview = await previewMany(ctx, actor, ids, change);
    if (preview.changing.length === 0) {
      const text = `Nothing to change: every selected product is ${wordsOf(change).already} already.`;
      return { notice: { tone: 'info', text } };
    }
    return { question: { ...questionOf(change, preview), ids, change } };
  },
  async edit({ ctx, actor }, posted) {
    const { ids, change } = readBulk(posted);
    if (!change) return problem('Please select the products again.');
    const { batch, changed } = await editMany(ctx, actor, ids, change);
    const text = `${counted(changed, 'product')} ${wordsOf(change).done}`;
    return { notice: { tone: 'success', text }, batch };
  },
  async undo({ ctx, actor }, posted) {
    const { restored, notRestored } = await undoMany(ctx, actor, String(posted.get('batch')));
    const text = `Undone: ${counted(restored, 'product')} as before.`;
    if (notRestored.length === 0) return { notice: { tone: 'success', text } };
    const names = new Intl.ListFormat('en').format(notRestored);
    return problem(`${text} Left alone, because somebody changed them since: ${names}.`);
  },
  ...changeViews('products'),
  async columns({ baseUrl }, posted, url) {
    const cookie = columnsCookie(posted.getAll('column'), baseUrl);
    return redirect(url.pathname + url.search, { headers: { 'Set-Cookie': cookie } });
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

function readBulk(posted: FormData) {
  const ids = posted.getAll('id').map(String);
  const read = manyChange.safeParse({
    change: posted.get('change'),
    category: posted.get('category'),
    tag: posted.get('tag'),
  });
  return { ids, change: read.success ? read.data : null };
}
