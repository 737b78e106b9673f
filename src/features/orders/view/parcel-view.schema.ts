/** The key of a customer's own cancellation. It has a space, which keys of staff can't have. */
export const OWN_CANCELLATION = 'by the customer';

/** A cancellation and a refund of one order may have the same key. */
export function refundKeyOfCancellation(key: string): string {
  return `cancellation ${key}`;
}

/** Units that were cancelled at once. */
export interface CancellationView {
  /** The key of the request. */
  key: string;
  /** Whether the units went back into the stock. */
  restocked: boolean;
  cancelledAt: string;
  /** Units of the order's lines, which are counted from 0. */
  lines: { position: number; quantity: number }[];
}

export interface FulfillmentView {
  id: string;
  /** The key of the request. */
  key: string;
  /** Null for a parcel that somebody brings without a carrier. */
  carrier: string | null;
  trackingNumber: string | null;
  /** The carrier's page of the parcel. */
  trackingUrl: string | null;
  shippedAt: string;
  deliveredAt: string | null;
  /** Units of the order's lines, which are counted from 0. A parcel of exchanges has none. */
  lines: { position: number; quantity: number }[];
}
