/**
 * What the shop needs of a card payment provider. Every adapter passes the suite in
 * `test/adapters/payments.ts`. Amounts in minor units; an `idempotencyKey` sent twice has one
 * effect and one answer.
 */
export interface PaymentsPort {
  readonly name: 'sandbox' | 'stripe';
  /** What the provider's own script in the page needs; null where the shop has a form itself. */
  readonly script: ProviderScript | null;
  /** Prepares a payment. `reference` is our payment id, kept with the provider. */
  createIntent(input: {
    amountMinor: number;
    currency: string;
    reference: string;
    idempotencyKey: string;
  }): Promise<PaymentIntent>;
  /** Null for an id the provider does not know. */
  findIntent(intentId: string): Promise<PaymentIntent | null>;
  /** Makes sure that an intent can no longer be paid. Answers how it ended: `succeeded` means the money came first. */
  cancelIntent(intentId: string): Promise<PaymentIntent>;
  refund(input: {
    intentId: string;
    amountMinor: number;
    idempotencyKey: string;
  }): Promise<{ refundId: string }>;
}

export interface ProviderScript {
  url: string;
  publishableKey: string;
}

export interface PaymentIntent {
  id: string;
  clientSecret: string;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  amountMinor: number;
  currency: string;
  reference: string;
  /** Of the card that paid; null before that. */
  last4: string | null;
  /** Unix seconds. */
  created: number;
  /** What was given back, by whomever. */
  refundedMinor: number;
}
