import { data, redirect } from 'react-router';
import { safeReturnPath } from '#features/accounts/return-path.ts';
import { rowHeightCookie } from '../../components/console/row-height.ts';
import { isDocumentRequest, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/rows.ts';

/** Redirects to the overview, because only forms are sent here. */
export function loader({ url, context }: Route.LoaderArgs) {
  requireAdminPage(visitOf(context), url);
  throw redirect('/admin');
}

/** Remembers the height of rows; without script it leads back to the page that the form is on. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  const height = posted.get('rows') === 'compact' ? 'compact' : 'usual';
  const headers = { 'Set-Cookie': rowHeightCookie(height, visit.baseUrl) };
  if (!isDocumentRequest(request)) return data(null, { headers });
  const from = safeReturnPath(posted.get('from'));
  return redirect(from === '/' ? '/admin' : from, { headers });
}
