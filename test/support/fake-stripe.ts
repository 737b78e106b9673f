/**
 * Stripe's API on this machine, as far as the shop uses it and as Stripe documents it: payment
 * intents, refunds, idempotency keys (equal responses for a day, refusals and errors of its own
 * included; 400 for other parameters, 409 while one is being worked on), lists, error bodies, and
 * what Stripe's script does in the browser. It keeps a journal
 * of its own, so that tests can compare the shop's books with what really happened.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserScript } from './stripe-browser-script.ts';
import {
  asRefund,
  attempt,
  DECLINES,
  type Intent,
  metadataOf,
  NOT_AUTHENTICATED,
  type Refund,
  STORED_FAILURE,
  StripeProblem,
} from './stripe-shapes.ts';

/**
 * `down`: 500, and nothing was done or kept. `cut`: does the work and hangs up. `hang`: never answers.
 * `stored`: 500, kept under the key. `stored-after`: the same, after the work was done.
 */
export type StripeFault = 'down' | 'cut' | 'hang' | 'stored' | 'stored-after';

interface StoredResponse {
  request: string;
  status: number;
  body: unknown;
}

/** What happened to money, or could. */
export interface StripeChange {
  kind: 'created' | 'succeeded' | 'canceled' | 'refunded';
  intent: string;
  /** The shop's payment. */
  reference: string;
  /** Of the intent, or of this refund. */
  amount: number;
}

export interface StripeFake {
  url: string;
  secretKey: string;
  /** What Stripe's script does with a card in the browser; returns Stripe's error, if any. */
  confirm(intentId: string, cardNumber: string): { message: string } | null;
  refundedMinor(intentId: string): number;
  /** Gives money back as somebody does on Stripe's own pages. */
  refundByHand(intentId: string, amountMinor: number): void;
  /** Returns the newest refund of this intent, as a bank does days after it was accepted. */
  returnRefund(intentId: string): void;
  /** The next calls of the API fail this way; none any more with `times` 0. */
  failNext(how: StripeFault, times?: number): void;
  /** Whether this intent exists for the keys in use: not for those of another account or mode. */
  setKnown(intentId: string, isKnown: boolean): void;
  /** Refuses the shop's keys from now on, or takes them again. */
  refuseKeys(how: 401 | 403 | null): void;
  /** Refuses refunds of this intent for good, with this code; null takes them again. */
  refuseRefunds(intentId: string, code: string | null): void;
  /** A day is over: nothing is known of the keys that were used. */
  forgetKeys(): void;
  /** Calls that the shop has given up before they were answered. */
  readonly givenUp: number;
  /** How often each call was made: 'POST /v1/refunds'. */
  calls: Map<string, number>;
  close(): Promise<void>;
}

export async function startStripeFake(
  options: {
    secretKey?: string;
    /** Says how a call is to fail, before anything is done about it. */
    onCall?: (call: string) => StripeFault | undefined;
    /** Hears of every change after it was made and before it is answered. */
    onChange?: (change: StripeChange) => void;
  } = {},
): Promise<StripeFake> {
  const secretKey = options.secretKey ?? `sk_test_${randomBytes(12).toString('hex')}`;
  const intents = new Map<string, Intent>();
  const refunds: Refund[] = [];
  const returns = new Map<string, StoredResponse>();
  const working = new Set<string>();
  const calls = new Map<string, number>();
  const unknown = new Set<string>();
  const refusing = new Map<string, string>();
  const livemode = /^[sr]k_live_/.test(secretKey);
  let failures: StripeFault[] = [];
  let keyRefusal: 401 | 403 | null = null;
  let givenUp = 0;

  const token = () => randomBytes(12).toString('hex');
  const refundedMinor = (id: string) =>
    refunds
      .filter(({ intent, failure_reason }) => intent === id && !failure_reason)
      .reduce((sum, { amount }) => sum + amount, 0);

  function tell(kind: StripeChange['kind'], intent: Intent, amount = intent.amount): void {
    const { id, metadata } = intent;
    options.onChange?.({ kind, intent: id, reference: metadata.reference ?? '', amount });
  }

  function find(id: string): Intent {
    const intent = intents.get(id);
    if (intent && !unknown.has(id)) return intent;
    throw new StripeProblem(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'intent',
      message: `No such payment_intent: '${id}'`,
    });
  }

  function unexpectedState(intent: Intent, what: string): StripeProblem {
    return new StripeProblem(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}.`,
      payment_intent: intent,
    });
  }

  function createIntent(form: URLSearchParams): Intent {
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
      livemode,
      latest_charge: null,
      last_payment_error: null,
    };
    intents.set(id, intent);
    tell('created', intent);
    return intent;
  }

  function cancel(id: string): Intent {
    const intent = find(id);
    if (['succeeded', 'canceled'].includes(intent.status)) throw unexpectedState(intent, 'cancel');
    intent.status = 'canceled';
    tell('canceled', intent);
    return intent;
  }

  function refund(form: URLSearchParams) {
    const intent = find(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount') ?? intent.amount);
    if (intent.status !== 'succeeded') {
      throw new StripeProblem(400, {
        type: 'invalid_request_error',
        code: 'charge_not_captured',
        message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      });
    }
    const code = refusing.get(intent.id);
    if (code) throw new StripeProblem(400, { type: 'invalid_request_error', code, message: 'No.' });
    if (amount + refundedMinor(intent.id) > intent.amount) {
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
      metadata: metadataOf(form),
    };
    refunds.push(made);
    if (intent.latest_charge) intent.latest_charge.amount_refunded = refundedMinor(intent.id);
    tell('refunded', intent, amount);
    return asRefund(made);
  }

  // A browser has the account's own key, whichever keys the shop has by now.
  function confirm(id: string, cardNumber: string, approved = true): { message: string } | null {
    const intent = intents.get(id) ?? find(id);
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
    tell('succeeded', intent);
    return null;
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

  function carryOut(method: string, { pathname: path, searchParams: query }: URL, text: string) {
    const [, , resource, id = '', action] = path.split('/');
    const form = new URLSearchParams(text);
    if (method === 'POST' && resource === 'refunds') return refund(form);
    if (method === 'GET' && resource === 'refunds') {
      const { id: intent } = find(query.get('payment_intent') ?? '');
      return list(refunds.filter((one) => one.intent === intent).map(asRefund), query, path);
    }
    if (method === 'GET' && resource === 'payment_intents' && !id) {
      const since = Number(query.get('created[gte]') ?? 0);
      const known = [...intents.values()].filter((one) => !unknown.has(one.id));
      return list(
        known.filter(({ created }) => created >= since),
        query,
        path,
      );
    }
    if (resource === 'payment_intents') {
      if (method === 'POST' && !id) return createIntent(form);
      if (method === 'GET' && id) return find(id);
      if (method === 'POST' && action === 'cancel') return cancel(id);
    }
    throw new StripeProblem(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    });
  }

  /** Equal keys get equal answers, whatever became of the intent since. */
  async function underKey(
    key: string | undefined,
    request: string,
    work: () => unknown,
  ): Promise<{ status: number; body: unknown }> {
    const known = key === undefined ? undefined : returns.get(key);
    if (known && known.request !== request) {
      throw new StripeProblem(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    }
    if (known) return known;
    if (key !== undefined && working.has(key)) {
      throw new StripeProblem(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotent Key.',
      });
    }
    if (key !== undefined) working.add(key);
    try {
      // Long enough for another request under this key to meet it.
      await new Promise((resolve) => setTimeout(resolve, 5));
      const response = { request, ...attempt(work) };
      if (key !== undefined) returns.set(key, response);
      return response;
    } finally {
      if (key !== undefined) working.delete(key);
    }
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', 'http://stripe');
    const { pathname, search } = url;
    let text = '';
    for await (const chunk of request) text += chunk;
    const called = `${method} ${pathname.replace(/pi_\w+/, '{id}')}`;
    calls.set(called, (calls.get(called) ?? 0) + 1);
    const isCall = pathname.startsWith('/v1/');
    const failure = isCall ? (failures.shift() ?? options.onCall?.(called)) : undefined;
    if (failure === 'hang') {
      response.on('close', () => {
        givenUp += 1;
      });
      return;
    }
    if (failure === 'down') {
      send(response, 500, { error: { type: 'api_error', message: 'Something is wrong.' } });
      return;
    }
    if (pathname === '/v3/') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' });
      response.end(browserScript);
      return;
    }
    const browser = /^\/browser\/(pi_\w+)\/confirm$/.exec(pathname)?.[1];
    if (browser) {
      const { secret, number, approved } = JSON.parse(text || '{}');
      const headersForPages = {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': '*',
      };
      if (request.method === 'OPTIONS') {
        response.writeHead(204, headersForPages).end();
        return;
      }
      const intent = intents.get(browser);
      const refused =
        intent?.client_secret === secret ? confirm(browser, number, approved) : { message: 'No.' };
      response.writeHead(200, { ...headersForPages, 'Content-Type': 'application/json' });
      response.end(
        JSON.stringify(refused ? { error: refused } : { paymentIntent: { id: browser } }),
      );
      return;
    }
    try {
      if (headers.authorization !== `Bearer ${secretKey}`) {
        throw new StripeProblem(401, {
          type: 'invalid_request_error',
          message: 'Invalid API Key provided.',
        });
      }
      if (keyRefusal !== null) {
        throw new StripeProblem(keyRefusal, {
          type: 'invalid_request_error',
          message: keyRefusal === 401 ? 'Expired API Key provided.' : 'This key may not do that.',
        });
      }
      const key = method === 'POST' ? headers['idempotency-key']?.toString() : undefined;
      const done = await underKey(key, `${method} ${pathname}${search} ${text}`, () => {
        if (failure === 'stored') throw new StripeProblem(500, STORED_FAILURE);
        const result = carryOut(method, url, text);
        if (failure === 'stored-after') throw new StripeProblem(500, STORED_FAILURE);
        return result;
      });
      if (failure === 'cut') response.destroy();
      else send(response, done.status, done.body);
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      send(response, error.status, { error: error.body });
    }
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      send(response, 500, { error: { type: 'api_error', message: String(error) } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    secretKey,
    confirm,
    refundByHand: (id, amount) => {
      refund(new URLSearchParams({ payment_intent: id, amount: String(amount) }));
    },
    returnRefund(id) {
      const made = refunds.findLast(({ intent }) => intent === id);
      if (made) made.failure_reason = 'expired_or_canceled_card';
    },
    refundedMinor,
    setKnown(id, isKnown) {
      if (isKnown) unknown.delete(id);
      else unknown.add(id);
    },
    refuseKeys(how) {
      keyRefusal = how;
    },
    refuseRefunds(id, code) {
      if (code === null) refusing.delete(id);
      else refusing.set(id, code);
    },
    forgetKeys: () => returns.clear(),
    get givenUp() {
      return givenUp;
    },
    calls,
    failNext(how, times = 1) {
      failures = times === 0 ? [] : [...failures, ...Array.from({ length: times }, () => how)];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Request-Id': `req_${randomBytes(6).toString('hex')}`,
  });
  response.end(JSON.stringify(body));
}
