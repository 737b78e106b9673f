import { paperSizes } from '#features/documents/papers.schema.ts';
import { downloadDocument } from '#features/orders/orders.ts';
import { redirectWithNotice } from '../../notices.ts';
import { orRefusal, refusalInit, requireSignIn } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/document-pdf.ts';
import { documentNotices } from './document/document-notices.ts';

/**
 * The PDF of a document, for the owner of its order, a guest too, and for staff. A person who is over
 * the limit, or would wait too long, is led back to the page of the document, which says so.
 */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  if (!visit.actor.orderTokens?.length) requireSignIn(visit, url);
  const asked = url.searchParams.get('paper');
  const { value, refusal } = await orRefusal(
    downloadDocument(visit.ctx, visit.actor, params.documentId, {
      paper: paperSizes.find((size) => size === asked) ?? null,
      known: request.headers.get('if-none-match'),
    }),
  );
  if (value) {
    const { bytes, headers } = value;
    return new Response(bytes, { status: bytes ? 200 : 304, headers });
  }
  if (refusal.retryAfterSeconds === null) {
    return new Response(refusal.message, refusalInit(refusal));
  }
  const notice = refusal.code === 'rate_limited' ? 'pdf-limit' : 'pdf-busy';
  const page = `/documents/${encodeURIComponent(params.documentId)}`;
  throw redirectWithNotice(page, documentNotices, notice);
}
