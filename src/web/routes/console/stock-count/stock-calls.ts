import { type CallResult, call, post } from '../../../components/console/call.ts';

/** A variant as the call that looks up a code returns it. */
export interface ScannedVariant {
  _id: string;
  sku: string;
  barcode: string | null;
  name: string;
  size: string | null;
  color: string | null;
  image: string | null;
  onHand: number;
}

/** The variants with a barcode or SKU. */
export function lookUp(code: string): Promise<CallResult<ScannedVariant[]>> {
  return call(`/api/v1/stock?${new URLSearchParams({ code })}`);
}

/** Sets the number on hand to what was counted. A repeat under the same key counts once. */
export function applyCount(
  sku: string,
  setTo: number,
  key: string,
): Promise<CallResult<{ onHand: number }>> {
  const adjustment = { sku, setTo, reason: 'counted' };
  return post('/api/v1/stock-adjustments', adjustment, { 'Idempotency-Key': key });
}
