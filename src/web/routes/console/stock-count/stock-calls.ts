import { type CallResult, call, post } from '../../../components/console/call.ts';

/** A variant as the call that looks up a code returns it. */
export interface ScannedVariant {
  _id: string;
  sku: string;
  barcode: string | null;
  name: string;
  /** Such as 'Navy / M / Long'; empty for the only variant of its product. */
  variantName: string;
  image: string | null;
  onHand: number;
  reserved: number;
  available: number;
  /** Units of paid orders that lie on the shelf and are no longer on hand. */
  toShip: number;
}

/** The variants with a barcode or SKU. */
export function lookUp(code: string): Promise<CallResult<ScannedVariant[]>> {
  return call(`/api/v1/stock?${new URLSearchParams({ code })}`);
}

/**
 * Applies the number of counted units on the shelf. The shop subtracts units that are to be
 * shipped. A repeat under the same key counts once.
 */
export function applyCount(
  sku: string,
  counted: number,
  key: string,
): Promise<CallResult<{ onHand: number }>> {
  const adjustment = { sku, setTo: counted, reason: 'counted' };
  return post('/api/v1/stock-adjustments', adjustment, { 'Idempotency-Key': key });
}
