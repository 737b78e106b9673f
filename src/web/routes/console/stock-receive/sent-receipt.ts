/**
 * A receipt that was sent to the shop. The browser stores it until a response has come, so that the
 * next press sends the same units under the same key, and nothing is received twice.
 */

import { forget, readStored, store } from '../../../components/console/browser-storage.ts';
import { type CallResult, post } from '../../../components/console/call.ts';
import { newKey } from '../../../components/console/new-key.ts';
import type { CountedVariant } from '../stock-count/counted-variants.ts';

export interface SentReceipt {
  key: string;
  note: string;
  variants: { _id: string; units: number }[];
}

/** Statuses after which the receipt can't have been added. */
const isRefusal = (status: number | undefined) =>
  status !== undefined && status >= 400 && status < 500;

/** What was sent without a response; null if nothing was. */
export function sentReceipt(storedAs: string): SentReceipt | null {
  const stored = readStored(storedAs) as SentReceipt | null;
  return stored && Array.isArray(stored.variants) ? stored : null;
}

/** The receipt of these rows. A row without units was not delivered. */
export function receiptOf(rows: CountedVariant[], note: string): SentReceipt {
  const variants = rows.flatMap(({ _id, counted: units }) => (units > 0 ? [{ _id, units }] : []));
  return { key: newKey(), note, variants };
}

/** Sends a receipt, which stays stored while no response has come. */
export async function sendReceipt(
  storedAs: string,
  sent: SentReceipt,
): Promise<CallResult<unknown[]>> {
  store(storedAs, sent);
  const { key, note, variants } = sent;
  const headers = { 'Idempotency-Key': key };
  const result = await post<unknown[]>('/api/v1/stock-receipts', { variants, note }, headers);
  if (isRefusal(result.status)) forgetReceipt(storedAs, sent);
  return result;
}

/** Returns false when another tab has already forgotten it. */
export function forgetReceipt(storedAs: string, { key }: SentReceipt): boolean {
  if (sentReceipt(storedAs)?.key !== key) return false;
  forget(storedAs);
  return true;
}

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
