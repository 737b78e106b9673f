import type { LastAdjustment } from '#features/inventory/inventory.schema.ts';
import { type CallResult, call } from '../call.ts';

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
  /** The newest movement of its stock. Rows that an earlier version stored have none. */
  movement?: number;
}

/** A variant as it is now, with what staff did to its stock since an earlier look; null for nothing. */
export interface VariantNow extends ScannedVariant {
  movement: number;
  adjusted: LastAdjustment | null;
}

/** The variants with a barcode or SKU. `since` is the movement of an earlier look. */
export function lookUp(code: string, since?: number): Promise<CallResult<VariantNow[]>> {
  const query = new URLSearchParams({ code });
  if (since !== undefined) query.set('since', String(since));
  return call(`/api/v1/stock?${query}`);
}
