/** Handles the forms that save and delete views of a list. */
import { redirect } from 'react-router';
import {
  newView,
  replacedParams,
  type SavedView,
  type ViewedList,
} from '#features/saved-views/saved-views.schema.ts';
import { removeView, saveView } from '#features/saved-views/saved-views.ts';
import { AppError } from '#shared/errors.ts';
import type { Visit } from '../../../shop-context.ts';
import { viewParams } from './view-params.ts';

/** What the page asks: whether this view gets the filters and the sort that are shown. */
export interface ViewConflict {
  existing: SavedView;
}

export const changeViews = (list: ViewedList) => ({
  async 'save-view'(
    { ctx, actor }: Visit,
    posted: FormData,
    url: URL,
  ): Promise<ViewConflict | Response> {
    const view = newView.safeParse({ name: posted.get('name'), params: viewParams(url.search) });
    if (!view.success) {
      const message = view.error.issues[0]?.message ?? 'A name is needed.';
      throw new AppError('invalid_request', message);
    }
    const replaces = replacedParams.safeParse(posted.get('replaces')).data ?? null;
    const existing = await saveView(ctx, actor, list, view.data, replaces);
    return existing ? { existing } : redirect(`${url.pathname}?${view.data.params}`);
  },
  async 'delete-view'({ ctx, actor }: Visit, posted: FormData, url: URL) {
    await removeView(ctx, actor, list, String(posted.get('id')));
    return redirect(url.pathname);
  },
});
