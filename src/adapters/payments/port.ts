import { AppError } from '#shared/errors.ts';

/** The card payment providers. */
export type PaymentProvider = 'sandbox' | 'stripe';

/**
 * What the shop needs of a card payment provider. Every adapter passes the suite in
 * `test/adapters/payments.ts`. Amounts are in minor units. An `idempotencyKey` sent twice has one
 * effect and one response. A call ends within one deadline, including repeats, with a result or one
 * of these:
 *
 * AppError unavailable ............ no response, or one that asks to try later: use the same key
 * ProviderFailure ................. an error of the provider, which it may store under the key
 * AppError payments_unavailable ... the provider refuses the shop's keys or their permissions
 * PaymentRefusal .................. the provider refuses for good
 */
export interface PaymentsPort {
  readonly name: PaymentProvider;
  /** What the provider's script in the page needs; null when the shop has its own form. */
  readonly script: ProviderScript | null;
  /** Prepares a payment. `reference` is our payment id, stored by the provider. */
  createIntent(input: {
    amountMinor: number;
    currency: string;
    reference: string;
    idempotencyKey: string;
  }): Promise<PaymentIntent>;
  /** Null for an id that the provider does not know. */
  findIntent(intentId: string): Promise<PaymentIntent | null>;
  /**
   * Intents with this reference that were made since then. Searches a limited number of them, so an
   * empty result does not prove that there is none.
   */
  findByReference(reference: string, since: Date): Promise<PaymentIntent[]>;
  /**
   * Makes sure that an intent can no longer be paid. Returns its state: `succeeded` means that it
   * was paid first, and any but `canceled` and `succeeded` that it can't be stopped now. Null for an
   * id that the provider does not know.
   */
  cancelIntent(intentId: string): Promise<PaymentIntent | null>;
  /** `reference` is our refund id, stored by the provider. */
  refund(input: {
    intentId: string;
    amountMinor: number;
    currency: string;
    reference: string;
    idempotencyKey: string;
  }): Promise<{ refundId: string }>;
  /**
   * All refunds of an intent, by anyone, including failed ones; empty for an id that the provider
   * does not know.
   */
  listRefunds(intentId: string): Promise<ProviderRefund[]>;
  /** Makes a cheap call with the shop's keys. */
  checkKeys(): Promise<void>;
  /** Why the provider refuses the shop's keys; null when it accepts them, or was never asked. */
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
  /** Why the refund failed, in a sentence; null for one that did not. Failed is final. */
  failure: string | null;
  /** In whole seconds; null where the provider does not say. */
  madeAt: Date | null;
}

/** The provider failed with its own error, and may repeat that response for this key. */
export class ProviderFailure extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'The card provider has a problem. Please try again in a moment.', {
      cause,
    });
  }
}

/** The provider understood and refuses. Repeating the request changes nothing. */
export class PaymentRefusal extends Error {
  override name = 'PaymentRefusal';
  /** The provider's own code, such as `charge_already_refunded`. */
  readonly code: string;

  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
