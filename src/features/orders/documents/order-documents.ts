/** The documents of orders, for those who may see the order. */
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import type { DocumentView, StoredDocument } from '../../documents/documents.schema.ts';
import { documentsOf, findDocument, streamDocuments } from '../../documents/documents.ts';
import { findWithdrawnRefunds } from '../../payments/payments.ts';
import { requireAdmin } from '../../permissions.ts';
import { maySee, noSuchDocument, noSuchOrder, requireCustomer } from '../access/order-access.ts';
import { selectOrder } from '../orders.store.ts';

/**
 * A document, for the owner of its order or staff. All others get the same 404 as for an unknown
 * id.
 */
export async function viewDocument(ctx: Ctx, actor: Actor, id: string): Promise<DocumentView> {
  const document = await findDocument(ctx, id);
  const customer = await requireCustomer(ctx, actor, document?.orderId ?? '');
  const order = document && (await selectOrder(ctx.db, document.orderId));
  if (!order || !maySee(customer, order)) throw noSuchDocument();
  const [view] = await withState(ctx, [document]);
  if (!view) throw noSuchDocument();
  return view;
}

/** The documents of an order, the first one first, for its owner or staff; 404 for all others. */
export async function listDocuments(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
): Promise<DocumentView[]> {
  const customer = await requireCustomer(ctx, actor, orderId);
  const order = await selectOrder(ctx.db, orderId);
  if (!order || !maySee(customer, order)) throw noSuchOrder();
  return withState(ctx, await documentsOf(ctx, orderId));
}

/** The documents that were issued in a period, by time, in batches (admin). */
export async function* streamAllDocuments(
  ctx: Ctx,
  actor: Actor,
  period: { from: Date | null; before: Date | null },
  batch: number,
): AsyncGenerator<DocumentView[]> {
  requireAdmin(actor);
  for await (const documents of streamDocuments(ctx, period, batch)) {
    yield await withState(ctx, documents);
  }
}

/** Adds what has happened to the refunds of credit notes since they were issued. */
async function withState(ctx: Ctx, documents: StoredDocument[]): Promise<DocumentView[]> {
  const withdrawn = await findWithdrawnRefunds(
    ctx,
    documents.flatMap(({ refundId }) => refundId ?? []),
  );
  return documents.map((document) => ({
    ...document,
    isWithdrawn: document.refundId !== null && withdrawn.has(document.refundId),
  }));
}
