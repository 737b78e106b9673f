import { z } from 'zod';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { hasVisibleCharacter } from '#shared/visible-text.ts';

/** A refund that the provider refuses or the bank returned, as staff see it. */
export interface FailedRefundView {
  id: string;
  orderNumber: string | null;
  intentId: string | null;
  provider: string;
  amountMinor: number;
  reason: string;
  failure: string;
  /** Whether the payment paid its order. If not, all of it goes back. */
  hasPaidOrder: boolean;
  /** Whether it is what an exchange costs less. */
  isDifference: boolean;
  createdAt: string;
}

/** A payment whose intent the current provider does not know or could not stop, as staff see it. */
export interface UnknownPaymentView {
  id: string;
  orderNumber: string | null;
  orderStatus: 'pending' | 'paid' | 'cancelled' | null;
  intentId: string | null;
  provider: string;
  amountMinor: number;
  createdAt: string;
}

/** The note that staff write when they close a problem. */
export const problemNote = z
  .string()
  .trim()
  .max(LONGEST_NOTE)
  .refine(hasVisibleCharacter, 'A note is needed.');
