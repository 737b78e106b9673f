import { redirect } from 'react-router';
import { isDocumentRequest, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/product-sheet-rows.ts';
import { readNamedPart, readSheet } from './product-sheet/read-part.ts';
import { readIds } from './products/selected-ids.ts';

/** All rows of the part of the sheet that the address names. The page itself has the first ones. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  if (isDocumentRequest(request)) throw redirect(`/admin/products/sheet${url.search}`);
  return readNamedPart(visit, url.searchParams, false);
}

/** A part of the sheet, of the products that a posted form names. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const ids = readIds(await readForm(context));
  return readSheet(visit, { ids }, url.searchParams, false);
}

/** The rows of a part are loaded once, because typed values are compared with them. */
export const shouldRevalidate = () => false;
