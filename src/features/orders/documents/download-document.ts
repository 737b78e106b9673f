import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { preparePdf } from '../../documents/documents.ts';
import { type PaperSize, paperOf } from '../../documents/papers.schema.ts';
import { enforceRateLimit, limitKey, type RateLimit } from '../../rate-limits/rate-limits.ts';
import { viewDocument } from './order-documents.ts';

const TEN_MINUTES_S = 600;
/** A PDF takes a second of a processor. Staff may need the invoices of a day. */
const MAX_PDFS = { customer: 30, admin: 300 };
const TOO_MANY =
  'You have downloaded many documents in ten minutes. Please wait a while, or print the page of the document.';

export interface DownloadedDocument {
  /** Null if the caller has the same file already. */
  bytes: Uint8Array<ArrayBuffer> | null;
  headers: Record<string, string>;
}

/**
 * The PDF of a document, for the owner of its order or staff, with the headers of the response. All
 * others get the same 404 as for an unknown id. `known` is the If-None-Match of the request: a file
 * that the caller has costs no work and is not counted. Without `paper` it is that of the shop's
 * country.
 */
export async function downloadDocument(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { paper, known }: { paper: PaperSize | null; known: string | null },
): Promise<DownloadedDocument> {
  const view = await viewDocument(ctx, actor, id);
  const pdf = preparePdf(view, paper ?? paperOf(ctx.shop.shipping.countries[0]));
  const headers = { 'Cache-Control': 'private, no-cache', ETag: pdf.etag };
  if (known?.includes(pdf.etag)) return { bytes: null, headers };
  const isStaff = actor.user?.role === 'admin';
  const person = actor.user?.id ?? `guest ${view.orderId}`;
  const limit: RateLimit = {
    most: isStaff ? MAX_PDFS.admin : MAX_PDFS.customer,
    seconds: TEN_MINUTES_S,
  };
  await enforceRateLimit(ctx, limitKey('document-pdf', person), limit, TOO_MANY);
  const bytes = await pdf.make(person);
  return {
    bytes,
    headers: {
      ...headers,
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.length),
      'Content-Disposition': attachment(pdf.fileName),
    },
  };
}

/** The shop chooses the beginning of a document's number, so it may have any letters. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\w.-]+/g, '_');
  const named = `attachment; filename="${plain}"`;
  return plain === fileName
    ? named
    : `${named}; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, '_')}`;
}
