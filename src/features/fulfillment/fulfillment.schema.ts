import { z } from 'zod';
import { LONGEST_ORDER_REASON, LONGEST_TRACKING } from '#shared/field-lengths.ts';
import { singleLine } from '#shared/single-line.schema.ts';
import { price } from '../catalog/catalog.schema.ts';
import { requestedLines } from '../orders/refunds/requested-lines.schema.ts';

const name = singleLine(LONGEST_TRACKING)
  .nullish()
  .transform((text) => text || null);

const tracking = { carrier: name, trackingNumber: name };
const hasCarrier = {
  isTrue: (parcel: { carrier: string | null; trackingNumber: string | null }) =>
    parcel.carrier !== null || parcel.trackingNumber === null,
  fault: { path: ['carrier'], message: 'Please name the carrier of this tracking number.' },
};

/** What is sent. Without `lines`, all that is still to be shipped and was not refunded. */
export const fulfillmentRequest = z
  .object({ lines: requestedLines.optional(), ...tracking })
  .refine(hasCarrier.isTrue, hasCarrier.fault);

/** The carrier and the tracking number of a parcel, both of which may be missing. */
export const trackingRequest = z.object(tracking).refine(hasCarrier.isTrue, hasCarrier.fault);

export type TrackingRequest = z.infer<typeof trackingRequest>;

export type FulfillmentRequest = z.infer<typeof fulfillmentRequest>;

const reason = singleLine(LONGEST_ORDER_REASON)
  .nullish()
  .transform((text) => text || null);

/** Why an order is kept from being shipped; it may be empty. */
export const holdRequest = z.object({ reason });

/**
 * What is cancelled before it is shipped. Without `lines`, all that is still to be shipped. `refund`
 * is a decimal in requests and in minor units inside; without it the cancelled units are refunded by
 * `proposedCancellationRefund`. `note` is for the shop's own records.
 */
export const cancellationRequest = z
  .object({
    lines: requestedLines.optional(),
    restock: z.boolean().default(true),
    refund: price.pipe(z.number().int().min(0)).optional(),
    note: reason,
  })
  .transform(({ refund, ...request }) => ({ ...request, refundMinor: refund ?? null }));

export type CancellationRequest = z.infer<typeof cancellationRequest>;

/** What happens when a parcel is taken back. */
export interface TakingBack {
  /** The units that are to be shipped again. */
  lines: { position: number; quantity: number }[];
  /** How many of them were refunded, so that they are not chosen for parcels. */
  refundedUnits: number;
  /** Whether the email that it is on its way still waits, so that nobody is told anything. */
  isUntold: boolean;
  /** Whether the account of its customer was deleted, so that there is nobody to tell. */
  isForgotten: boolean;
}
