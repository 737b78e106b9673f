import { isRouteErrorResponse, redirect } from 'react-router';
import type { Sheet } from '#features/product-management/bulk-edit.schema.ts';
import { NO_RESPONSE } from '../../components/console/call.ts';
import { describeError } from '../../components/page/error-page.tsx';
import { within } from '../../offline/chunks.ts';
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

/** The page waits less for its rows than for another page, because that failure would replace it. */
const WAIT_MS = 25_000;

/** All rows of a part, or why they could not be loaded. */
export type LoadedRows = Sheet | { problem: string };

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => orProblem(serverLoader());

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction());

/** The page keeps its first rows, and what is typed in other parts, when this request fails. */
async function orProblem(rows: Promise<Sheet>): Promise<LoadedRows> {
  try {
    return await within(WAIT_MS, rows);
  } catch (error) {
    // For example to sign-in.
    if (error instanceof Response) throw error;
    return { problem: isRouteErrorResponse(error) ? describeError(error).text : NO_RESPONSE };
  }
}

/** The rows of a part are loaded once, because typed values are compared with them. */
export const shouldRevalidate = () => false;
