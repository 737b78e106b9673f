/**
 * What Stripe keeps of the shop's account: payment intents and refunds, and what its API does with
 * them. It knows nothing of HTTP, keys and faults.
 */
import { randomBytes } from 'node:crypto';
import {
  asRefund,
  DECLINES,
  type Intent,
  metadataOf,
  NOT_AUTHENTICATED,
  type Refund,
  StripeProblem,
} from './stripe-shapes.ts';

/** What happened to money, or could. */
export interface StripeChange {
  kind: 'created' | 'succeeded' | 'canceled' | 'refunded';
  intent: string;
  /** The shop's payment. */
  reference: string;
  /** Of the intent, or of this refund. */
  amount: number;
}

export class StripeAccount {
  readonly #livemode: boolean;
  /** Hears of every change after it was made and before the response. */
  readonly #onChange: ((change: StripeChange) => void) | undefined;
  readonly #intents = new Map<string, Intent>();
  readonly #refunds: Refund[] = [];
  readonly #unknown = new Set<string>();
  readonly #refusing = new Map<string, string>();

  constructor(livemode: boolean, onChange: ((change: StripeChange) => void) | undefined) {
    this.#livemode = livemode;
    this.#onChange = onChange;
  }

  refundedMinor(id: string): number {
    return this.#refunds
      .filter(({ intent, failure_reason }) => intent === id && !failure_reason)
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Returns the newest refund of this intent, as a bank does days after it was accepted. */
  returnRefund(id: string): void {
    const made = this.#refunds.findLast(({ intent }) => intent === id);
    if (made) made.failure_reason = 'expired_or_canceled_card';
  }

  setKnown(id: string, isKnown: boolean): void {
    if (isKnown) this.#unknown.delete(id);
    else this.#unknown.add(id);
  }

  /** The bank decides about a card that was entered. */
  process(id: string): void {
    this.#find(id).status = 'processing';
  }

  refuseRefunds(id: string, code: string | null): void {
    if (code === null) this.#refusing.delete(id);
    else this.#refusing.set(id, code);
  }

  /** Whether a browser has the secret of this intent. */
  hasSecret(id: string, secret: unknown): boolean {
    return this.#intents.get(id)?.client_secret === secret;
  }

  #find(id: string): Intent {
    const intent = this.#intents.get(id);
    if (intent && !this.#unknown.has(id)) return intent;
    throw new StripeProblem(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'intent',
      message: `No such payment_intent: '${id}'`,
    });
  }

  #createIntent(form: URLSearchParams): Intent {
    const amount = Number(form.get('amount'));
    if (!Number.isInteger(amount) || amount < 1) {
      throw new StripeProblem(400, {
        type: 'invalid_request_error',
        code: 'parameter_invalid_integer',
        param: 'amount',
        message: 'Invalid positive integer',
      });
    }
    const id = `pi_${token()}`;
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount,
      currency: form.get('currency') ?? 'usd',
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${token()}`,
      created: Math.floor(Date.now() / 1000),
      metadata: metadataOf(form),
      livemode: this.#livemode,
      latest_charge: null,
      last_payment_error: null,
    };
    this.#intents.set(id, intent);
    this.#tell('created', intent);
    return intent;
  }

  #cancel(id: string): Intent {
    const intent = this.#find(id);
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
      throw unexpectedState(intent, 'cancel');
    }
    intent.status = 'canceled';
    this.#tell('canceled', intent);
    return intent;
  }

  refund(form: URLSearchParams, at = new Date()) {
    const intent = this.#find(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount') ?? intent.amount);
    if (intent.status !== 'succeeded') {
      throw new StripeProblem(400, {
        type: 'invalid_request_error',
        code: 'charge_not_captured',
        message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      });
    }
    const code = this.#refusing.get(intent.id);
    if (code) throw new StripeProblem(400, { type: 'invalid_request_error', code, message: 'No.' });
    if (amount + this.refundedMinor(intent.id) > intent.amount) {
      throw new StripeProblem(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: 'Refund amount is greater than unrefunded amount on charge.',
      });
    }
    const made: Refund = {
      id: `re_${token()}`,
      intent: intent.id,
      amount,
      currency: intent.currency,
      created: Math.floor(at.getTime() / 1_000),
      metadata: metadataOf(form),
    };
    this.#refunds.push(made);
    if (intent.latest_charge) intent.latest_charge.amount_refunded = this.refundedMinor(intent.id);
    this.#tell('refunded', intent, amount);
    return asRefund(made);
  }

  // A browser has the account's own key, whichever keys the shop has by now.
  confirm(id: string, cardNumber: string, approved = true): { message: string } | null {
    const intent = this.#intents.get(id) ?? this.#find(id);
    if (['succeeded', 'canceled'].includes(intent.status)) throw unexpectedState(intent, 'confirm');
    const declined = approved ? DECLINES[cardNumber] : NOT_AUTHENTICATED;
    if (declined) {
      intent.last_payment_error = { type: 'card_error', message: declined };
      return { message: declined };
    }
    intent.status = 'succeeded';
    intent.latest_charge = {
      id: `ch_${token()}`,
      object: 'charge',
      amount_refunded: 0,
      payment_method_details: { card: { last4: cardNumber.slice(-4) } },
    };
    this.#tell('succeeded', intent);
    return null;
  }

  /** Carries out a call of the API; throws a `StripeProblem` where Stripe refuses it. */
  carryOut(method: string, { pathname: path, searchParams: query }: URL, text: string) {
    const [, , resource, id = '', action] = path.split('/');
    const form = new URLSearchParams(text);
    if (method === 'POST' && resource === 'refunds') return this.refund(form);
    if (method === 'GET' && resource === 'refunds') {
      const { id: intent } = this.#find(query.get('payment_intent') ?? '');
      return list(this.#refunds.filter((one) => one.intent === intent).map(asRefund), query, path);
    }
    if (method === 'GET' && resource === 'payment_intents' && !id) {
      const since = Number(query.get('created[gte]') ?? 0);
      const known = [...this.#intents.values()].filter((one) => !this.#unknown.has(one.id));
      return list(
        known.filter(({ created }) => created >= since),
        query,
        path,
      );
    }
    if (resource === 'payment_intents') {
      if (method === 'POST' && !id) return this.#createIntent(form);
      if (method === 'GET' && id) return this.#find(id);
      if (method === 'POST' && action === 'cancel') return this.#cancel(id);
    }
    throw new StripeProblem(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    });
  }

  #tell(kind: StripeChange['kind'], intent: Intent, amount = intent.amount): void {
    const { id, metadata } = intent;
    this.#onChange?.({ kind, intent: id, reference: metadata.reference ?? '', amount });
  }
}

const token = () => randomBytes(12).toString('hex');

function unexpectedState(intent: Intent, what: string): StripeProblem {
  return new StripeProblem(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: intent,
  });
}

/** A page of a list, the newest first. */
function list(items: { id: string }[], query: URLSearchParams, url: string): unknown {
  const newest = items.toReversed();
  const after = query.get('starting_after');
  const from = after ? newest.findIndex(({ id }) => id === after) + 1 : 0;
  const rest = newest.slice(from);
  const data = rest.slice(0, Number(query.get('limit') ?? 10));
  return { object: 'list', url, data, has_more: data.length < rest.length };
}
