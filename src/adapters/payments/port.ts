import { AppError } from '#shared/errors.ts';

/**
 * What the shop needs of a card payment provider. Every adapter passes the suite in
 * `test/adapters/payments.ts`. Amounts in minor units; an `idempotencyKey` sent twice has one
 * effect and one response. A call ends within one deadline, repeats included, with a result or one
 * of these:
 *
 *   AppError unavailable ............ no response, or one that says to come back: the same key again
 *   ProviderFailure ................. an error of the provider, which it may keep under the key
 *   AppError payments_unavailable ... the provider refuses the shop's keys, or what they may do
 *   PaymentRefusal .................. the provider says no for good
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
  /**
   * Intents of this reference among those made since then. Looks through a bounded number of them:
   * nothing found does not mean that there is none.
   */
  findByReference(reference: string, since: Date): Promise<PaymentIntent[]>;
  /**
   * Makes sure that an intent can no longer be paid. Returns how it ended: `succeeded` means the
   * money came first. Null for an id the provider does not know.
   */
  cancelIntent(intentId: string): Promise<PaymentIntent | null>;
  /** `reference` is our refund id, kept with the provider. */
  refund(input: {
    intentId: string;
    amountMinor: number;
    currency: string;
    reference: string;
    idempotencyKey: string;
  }): Promise<{ refundId: string }>;
  /**
   * What was given back of an intent, by whomever, and what failed of it; empty for an id the
   * provider does not know.
   */
  listRefunds(intentId: string): Promise<ProviderRefund[]>;
  /** Asks for something cheap with the shop's keys. */
  checkKeys(): Promise<void>;
  /** Why the provider refuses the shop's keys; null while it takes them, or was never asked. */
  keysRefused(): string | null;
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
  /** False for test money. */
  isLive: boolean;
}

export interface ProviderRefund {
  id: string;
  amountMinor: number;
  /** Our refund id; empty for a refund that was made without the shop. */
  reference: string;
  /** Why the money is not on its way, a sentence; null for a refund that stands. Failed is final. */
  failure: string | null;
}

/** The provider failed with an error of its own, and may give that response under this key again. */
export class ProviderFailure extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'The card provider has a problem. Please try again in a moment.', {
      cause,
    });
  }
}

/** The provider understood and says no: asking for the same again changes nothing. */
export class PaymentRefusal extends Error {
  override name = 'PaymentRefusal';
  /** The provider's own word, such as `charge_already_refunded`. */
  readonly code: string;

  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
