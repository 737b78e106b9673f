/** Handles the forms that save, rename and delete views of a list. */
import { redirect } from 'react-router';
import {
  newView,
  replacedParams,
  type SavedView,
  type ViewedList,
  viewName,
} from '#features/saved-views/saved-views.schema.ts';
import { removeView, renameView, saveView } from '#features/saved-views/saved-views.ts';
import { AppError } from '#shared/errors.ts';
import { parseFields } from '../../../posted-form.ts';
import type { Visit } from '../../../shop-context.ts';
import { fixedViews } from './fixed-views.ts';
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
    const shown = { name: posted.get('name'), params: viewParams(url.search) };
    const view = parseFields(newView, shown);
    requireOwnName(list, view.name);
    const replaces = replacedParams.safeParse(posted.get('replaces')).data ?? null;
    const existing = await saveView(ctx, actor, list, view, replaces);
    return existing ? { existing } : redirect(`${url.pathname}?${view.params}`);
  },
  async 'rename-view'({ ctx, actor }: Visit, posted: FormData, url: URL) {
    const name = parseFields(viewName, posted.get('name'));
    requireOwnName(list, name);
    await renameView(ctx, actor, list, String(posted.get('id')), name);
    return redirect(`${url.pathname}?${viewParams(url.search)}`);
  },
  async 'delete-view'({ ctx, actor }: Visit, posted: FormData, url: URL) {
    await removeView(ctx, actor, list, String(posted.get('id')));
    return redirect(url.pathname);
  },
});

/** Refuses the name of a view that every shop has: nobody could tell the two apart. */
function requireOwnName(list: ViewedList, name: string): void {
  const isNamed = (view: { name: string }) => view.name.toLowerCase() === name.toLowerCase();
  const fixed = fixedViews[list].find(isNamed);
  if (!fixed) return;
  const message = `“${fixed.name}” is a view that every shop has. Choose another name.`;
  throw new AppError('invalid_request', message);
}
