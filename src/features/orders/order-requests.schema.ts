import { z } from 'zod';
import { LONGEST_NOTE, LONGEST_REFERENCE } from '#shared/field-lengths.ts';
import { email } from '../accounts/accounts.schema.ts';
import { price } from '../catalog/catalog.schema.ts';
import { REASON_NEEDED } from './refunds/refund-words.schema.ts';

/** What a guest types to get the link of their order. */
export const orderLookup = z.object({
  number: z
    .string({ message: 'The number of the order is needed.' })
    .transform((text) => text.toUpperCase().replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^[0-9A-Z]{8}$/, 'An order number looks like 7K3M-2Q9D.'))
    .transform((bare) => `${bare.slice(0, 4)}-${bare.slice(4)}`),
  email,
});

export type OrderLookup = z.infer<typeof orderLookup>;

/** The amount of a refund: a decimal in requests, and in minor units inside. */
export const refundAmount = price.pipe(
  z.number().int().min(1, 'An amount must be more than zero.'),
);

/** Why staff refund: for the shop's own records. */
export const refundReason = z.string().trim().min(1, REASON_NEEDED).max(LONGEST_NOTE);

/** The fields of a refund. */
export const refundRequest = z
  .object({ amount: refundAmount, reason: refundReason })
  .transform(({ amount, reason }) => ({ amountMinor: amount, reason }));

export type RefundRequest = z.infer<typeof refundRequest>;

/** What staff record of a payment that came outside of the shop. */
export const outsidePaymentRequest = z.object({
  /** For the shop's own records, such as 'cash' or the text of a bank transfer. */
  reference: z
    .string()
    .trim()
    .max(LONGEST_REFERENCE, `At most ${LONGEST_REFERENCE} characters.`)
    .nullish()
    .transform((text) => text || null),
});

export type OutsidePaymentRequest = z.infer<typeof outsidePaymentRequest>;

/** Who reserves stock: an account by its id, or a network as `siteOf` writes it. */
export const holderKey = z.object({
  kind: z.enum(['account', 'network']),
  key: z.string().min(1).max(200),
});

export type HolderKey = z.infer<typeof holderKey>;

/** What an account or a network reserves by unpaid orders, as staff see it. */
export interface HolderView extends HolderKey {
  /** An account's name and email, or the network. */
  label: string;
  /** Null for networks. */
  emailVerified: boolean | null;
  orders: number;
  units: number;
  minor: number;
  /** Percent of all units in the shop, including reserved ones; rounded down. */
  percent: number;
  /** ISO 8601. */
  firstDueAt: string;
  /** How many of its orders are being released. */
  releasing: number;
}
