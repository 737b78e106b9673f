/** Handles the forms of the page of tags. */
import { data, redirect } from 'react-router';
import { shownChange } from '#features/product-management/bulk-edit-input.schema.ts';
import {
  previewTagChange,
  startTagChange,
} from '#features/product-management/product-management.ts';
import { type TagChange, tagChange } from '#features/product-management/product-tags.schema.ts';
import { undoJob } from '#features/staff-jobs/staff-jobs.ts';
import { listParams } from '../../../pagination.ts';
import { orRefusal, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { pageAfterEdit } from '../products/after-edit.ts';
import { questionOfTag } from './tag-words.ts';

/** What the page shows after a form: a question, or why nothing happened. */
export interface TagResult {
  question?: {
    title: string;
    text: string;
    /** What the form of the question sends back. */
    fields: Record<string, string>;
  };
  message?: string;
}

/** Does what a form asks for. A refusal is shown on the page. */
export async function changeTags(visit: Visit, posted: FormData, url: URL) {
  const { value, refusal } = await orRefusal(handle(visit, posted, url));
  if (refusal) return data<TagResult>({ message: refusal.message }, refusalInit(refusal));
  return value;
}

async function handle(visit: Visit, posted: FormData, url: URL) {
  const { ctx, actor } = visit;
  const intent = posted.get('intent');
  if (intent === 'undo') {
    const { id } = await undoJob(ctx, actor, String(posted.get('batch')));
    return redirect(await pageAfterEdit(visit, id, url.pathname, listParams(url.search)));
  }
  const { change, wrong } = readChange(posted);
  if (!change) return problem(wrong);
  if (intent === 'ask') {
    const preview = await previewTagChange(ctx, actor, change);
    const { tag, to, shown } = preview;
    const fields = { tag, ...(to === null ? { remove: 'yes' } : { to }), ...shown };
    return data<TagResult>({ question: { ...questionOfTag(preview), fields } });
  }
  const shown = shownChange.safeParse(Object.fromEntries(posted)).data;
  if (intent !== 'edit' || !shown) return problem('Please press one of the buttons.');
  const { id } = await startTagChange(ctx, actor, change, shown);
  // The tag may be gone by then, so the list is shown.
  return redirect(await pageAfterEdit(visit, id, url.pathname, new URLSearchParams()));
}

function readChange(posted: FormData): { change: TagChange | null; wrong: string } {
  // Only the button for it removes a tag, never a name that is missing.
  const to = posted.get('remove') === 'yes' ? null : String(posted.get('to') ?? '');
  const { data: change, error } = tagChange.safeParse({ tag: posted.get('tag'), to });
  return { change: change ?? null, wrong: error?.issues[0]?.message ?? '' };
}

function problem(message: string) {
  return data<TagResult>({ message }, { status: 422 });
}
