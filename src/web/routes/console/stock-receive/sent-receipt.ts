/**
 * Receipts that were sent to the shop. One stays known under its key until the shop says what became
 * of it, so that nothing is received twice.
 */
import { type CallResult, call, post, wasRefused } from '../../../components/console/call.ts';
import type { CountedVariant } from '../../../components/console/counting/counted-variants.ts';

export interface SentReceipt {
  key: string;
  /** The account that sent it. */
  sender: string;
  note: string;
  variants: { _id: string; units: number }[];
  /**
   * It was refused or had not arrived. The next receipt takes its key, so the shop adds only one of
   * them, also if this one arrives late.
   */
  hasFailed?: boolean;
}

/** The receipt of these rows. A row without units was not delivered. */
export function receiptOf(
  rows: CountedVariant[],
  sent: Pick<SentReceipt, 'key' | 'sender' | 'note'>,
): SentReceipt {
  const variants = rows.flatMap(({ _id, counted: units }) => (units > 0 ? [{ _id, units }] : []));
  return { ...sent, variants };
}

/** Why a receipt was not added, and whether it is certain that this call did not add it. */
export async function sendReceipt({
  key,
  note,
  variants,
}: SentReceipt): Promise<{ problem: string; isRefused: boolean } | null> {
  const headers = { 'Idempotency-Key': key };
  const { problem, status } = await post('/api/v1/stock-receipts', { variants, note }, headers);
  if (problem === undefined) return null;
  // It is not found when a variant is gone.
  return { problem, isRefused: wasRefused(status) || status === 404 };
}

/** What the shop added of a receipt. It has no effect; 404 if the receipt has not arrived. */
export function findReceipt({
  key,
  sender,
}: SentReceipt): Promise<CallResult<Pick<SentReceipt, 'note' | 'variants'>>> {
  const query = new URLSearchParams({ sender });
  return call(`/api/v1/stock-receipts/${encodeURIComponent(key)}?${query}`);
}

export const unitsIn = ({ variants }: SentReceipt) =>
  variants.reduce((sum, { units }) => sum + units, 0);

/** The rows without what was received. What was added to them since it was sent stays. */
export function withoutReceived(
  rows: CountedVariant[],
  { variants }: SentReceipt,
): CountedVariant[] {
  const received = new Map(variants.map(({ _id, units }) => [_id, units]));
  return rows.flatMap((row) => {
    const units = received.get(row._id) ?? 0;
    const { counted, onHand, available } = row;
    if (counted <= units) return [];
    return [
      { ...row, counted: counted - units, onHand: onHand + units, available: available + units },
    ];
  });
}
