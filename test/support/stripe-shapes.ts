/** What Stripe's API speaks in: intents, refunds, errors. */

export type Metadata = Record<string, string>;

export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  currency: string;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  client_secret: string;
  created: number;
  metadata: Metadata;
  livemode: boolean;
  latest_charge: Record<string, unknown> | null;
  last_payment_error: unknown;
}

export class StripeProblem extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body.message));
    this.status = status;
    this.body = body;
  }
}

export const STORED_FAILURE = { type: 'api_error', message: 'Something went wrong on our end.' };

/** What is kept under a key: a result, a refusal, or an error of Stripe's own. */
export function attempt(work: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: structuredClone(work()) };
  } catch (error) {
    // What was never begun is not kept.
    if (!(error instanceof StripeProblem) || error.body.code === 'parameter_invalid_integer') {
      throw error;
    }
    return { status: error.status, body: structuredClone({ error: error.body }) };
  }
}

export interface Refund {
  id: string;
  intent: string;
  amount: number;
  currency: string;
  /** In Unix seconds. */
  created: number;
  metadata: Metadata;
  /** Why the bank returned it. */
  failure_reason?: string;
}

export function asRefund({ intent: payment_intent, ...rest }: Refund) {
  const status = rest.failure_reason ? 'failed' : 'succeeded';
  return { ...rest, object: 'refund', status, payment_intent };
}

export function metadataOf(form: URLSearchParams): Metadata {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
      return key ? [[key, value]] : [];
    }),
  );
}

/** What Stripe says when the customer did not confirm at the bank, or refused. */
export const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
export const DECLINES: Record<string, string> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
};
