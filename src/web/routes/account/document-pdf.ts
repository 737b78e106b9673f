import { paperSizes } from '#features/documents/papers.schema.ts';
import { downloadDocument } from '#features/orders/orders.ts';
import { orErrorPage, requireSignIn } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/document-pdf.ts';

/** The PDF of a document, for the owner of its order, a guest too, and for staff. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  if (!visit.actor.orderTokens?.length) requireSignIn(visit, url);
  const asked = url.searchParams.get('paper');
  const { bytes, headers } = await orErrorPage(
    downloadDocument(visit.ctx, visit.actor, params.documentId, {
      paper: paperSizes.find((size) => size === asked) ?? null,
      known: request.headers.get('if-none-match'),
    }),
  );
  return new Response(bytes, { status: bytes ? 200 : 304, headers });
}
