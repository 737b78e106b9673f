/** Credit notes of refunds that were carried out. `documents/` numbers and writes them. */
import type { Tx } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import { issueCreditNotes } from '../documents/documents.ts';
import { selectUndocumented } from './document-refunds.store.ts';

/**
 * Issues the credit notes of refunds that this transaction recorded as done or settled. It has to
 * be the last step of the transaction. Skips a refund whose payment paid no order, because it was
 * never invoiced. Skips one that has its credit note, because it was done before and the bank
 * returned it.
 */
export async function issueCreditNotesOf(
  ctx: Ctx,
  tx: Tx,
  refundIds: string[],
  options: { isCatchUp?: boolean } = {},
): Promise<void> {
  if (refundIds.length === 0) return;
  await issueCreditNotes(ctx, tx, await selectUndocumented(tx, refundIds), options);
}
