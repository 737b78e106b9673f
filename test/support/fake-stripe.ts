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
import { StripeAccount, type StripeChange } from './stripe-account.ts';
import { browserScript } from './stripe-browser-script.ts';
import { StripeKeys } from './stripe-keys.ts';
import { STORED_FAILURE, StripeProblem } from './stripe-shapes.ts';

/**
 * `down`: 500, and nothing was done or kept. `cut`: does the work and hangs up. `hang`: never responds.
 * `stored`: 500, kept under the key. `stored-after`: the same, after the work was done.
 */
export type StripeFault = 'down' | 'cut' | 'hang' | 'stored' | 'stored-after';

/** What something between Stripe and the shop may send. */
export interface OddResponse {
  status: number;
  body: unknown;
}

export interface StripeFake {
  url: string;
  secretKey: string;
  /** What Stripe's script does with a card in the browser; returns Stripe's error, if any. */
  confirm(intentId: string, cardNumber: string): { message: string } | null;
  refundedMinor(intentId: string): number;
  /** Gives money back as somebody does on Stripe's own pages. */
  refundByHand(intentId: string, amountMinor: number, at?: Date): void;
  /** Returns the newest refund of this intent, as a bank does days after it was accepted. */
  returnRefund(intentId: string): void;
  /** The next calls of the API fail this way; none any more with `times` 0. */
  failNext(how: StripeFault, times?: number): void;
  /** Whether this intent exists for the keys in use: not for those of another account or mode. */
  setKnown(intentId: string, isKnown: boolean): void;
  /** The bank decides about a card that was entered. */
  process(intentId: string): void;
  /** Refuses the shop's keys from now on, or takes them again. */
  refuseKeys(how: 401 | 403 | null): void;
  /** Refuses refunds of this intent for good, with this code; null takes them again. */
  refuseRefunds(intentId: string, code: string | null): void;
  /**
   * Gives this response to every request whose address or body has this text, such as the id of an
   * intent; null responds as Stripe does again.
   */
  respondFor(text: string, response: OddResponse | null): void;
  /** A day is over: nothing is known of the keys that were used. */
  forgetKeys(): void;
  /** Calls that the shop has given up before there was a response. */
  readonly givenUp: number;
  /** How often each call was made: 'POST /v1/refunds'. */
  calls: Map<string, number>;
  close(): Promise<void>;
}

export interface StripeFakeOptions {
  secretKey?: string;
  /** Says how a call is to fail, before anything is done about it. */
  onCall?: (call: string) => StripeFault | undefined;
  /** Hears of every change after it was made and before the response. */
  onChange?: (change: StripeChange) => void;
}

export async function startStripeFake(options: StripeFakeOptions = {}): Promise<StripeFake> {
  const secretKey = options.secretKey ?? `sk_test_${randomBytes(12).toString('hex')}`;
  const account = new StripeAccount(/^[sr]k_live_/.test(secretKey), options.onChange);
  const keys = new StripeKeys();
  const state: State = {
    failures: [],
    odd: new Map(),
    keyRefusal: null,
    givenUp: 0,
    calls: new Map(),
  };
  const server = createServer((request, response) => {
    respond({ account, keys, state, secretKey, onCall: options.onCall }, request, response).catch(
      (error: unknown) => {
        send(response, 500, { error: { type: 'api_error', message: String(error) } });
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    secretKey,
    calls: state.calls,
    get givenUp() {
      return state.givenUp;
    },
    confirm: (id, cardNumber) => account.confirm(id, cardNumber),
    refundByHand(id, amount, at) {
      account.refund(new URLSearchParams({ payment_intent: id, amount: String(amount) }), at);
    },
    returnRefund: (id) => account.returnRefund(id),
    refundedMinor: (id) => account.refundedMinor(id),
    setKnown: (id, isKnown) => account.setKnown(id, isKnown),
    process: (id) => account.process(id),
    refuseRefunds: (id, code) => account.refuseRefunds(id, code),
    refuseKeys(how) {
      state.keyRefusal = how;
    },
    respondFor(text, response) {
      if (response) state.odd.set(text, response);
      else state.odd.delete(text);
    },
    forgetKeys: () => keys.forget(),
    failNext(how, times = 1) {
      const more = Array.from({ length: times }, () => how);
      state.failures = times === 0 ? [] : [...state.failures, ...more];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface State {
  failures: StripeFault[];
  odd: Map<string, OddResponse>;
  keyRefusal: 401 | 403 | null;
  givenUp: number;
  calls: Map<string, number>;
}

interface Stripe {
  account: StripeAccount;
  keys: StripeKeys;
  state: State;
  secretKey: string;
  onCall: StripeFakeOptions['onCall'];
}

async function respond(
  stripe: Stripe,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { state, onCall } = stripe;
  const { method = '' } = request;
  const url = new URL(request.url ?? '', 'http://stripe');
  const { pathname } = url;
  let text = '';
  for await (const chunk of request) text += chunk;
  const called = `${method} ${pathname.replace(/pi_\w+/, '{id}')}`;
  state.calls.set(called, (state.calls.get(called) ?? 0) + 1);
  const isCall = pathname.startsWith('/v1/');
  const failure = isCall ? (state.failures.shift() ?? onCall?.(called)) : undefined;
  if (failure === 'hang') {
    response.on('close', () => {
      state.givenUp += 1;
    });
    return;
  }
  const odd = [...state.odd].find(([part]) => `${request.url} ${text}`.includes(part))?.[1];
  if (odd && isCall) {
    send(response, odd.status, odd.body);
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
  const intent = /^\/browser\/(pi_\w+)\/confirm$/.exec(pathname)?.[1];
  if (intent) {
    respondToBrowser(stripe, intent, method, text, response);
    return;
  }
  try {
    const done = await call(stripe, request, url, text, failure);
    if (failure === 'cut') response.destroy();
    else send(response, done.status, done.body);
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error;
    send(response, error.status, { error: error.body });
  }
}

/** What Stripe's script in a page asks for. */
function respondToBrowser(
  { account }: Stripe,
  intent: string,
  method: string,
  text: string,
  response: ServerResponse,
): void {
  const headersForPages = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*',
  };
  if (method === 'OPTIONS') {
    response.writeHead(204, headersForPages).end();
    return;
  }
  const { secret, number, approved } = JSON.parse(text || '{}');
  const refused = account.hasSecret(intent, secret)
    ? account.confirm(intent, number, approved)
    : { message: 'No.' };
  response.writeHead(200, { ...headersForPages, 'Content-Type': 'application/json' });
  response.end(JSON.stringify(refused ? { error: refused } : { paymentIntent: { id: intent } }));
}

/** A call of the API: the shop's key, then its idempotency key, then the work. */
function call(
  { account, keys, state, secretKey }: Stripe,
  { method = '', headers }: IncomingMessage,
  url: URL,
  text: string,
  failure: StripeFault | undefined,
): Promise<{ status: number; body: unknown }> {
  if (headers.authorization !== `Bearer ${secretKey}`) {
    throw new StripeProblem(401, {
      type: 'invalid_request_error',
      message: 'Invalid API Key provided.',
    });
  }
  if (state.keyRefusal !== null) {
    throw new StripeProblem(state.keyRefusal, {
      type: 'invalid_request_error',
      message: state.keyRefusal === 401 ? 'Expired API Key provided.' : 'This key may not do that.',
    });
  }
  const key = method === 'POST' ? headers['idempotency-key']?.toString() : undefined;
  return keys.run(key, `${method} ${url.pathname}${url.search} ${text}`, () => {
    if (failure === 'stored') throw new StripeProblem(500, STORED_FAILURE);
    const result = account.carryOut(method, url, text);
    if (failure === 'stored-after') throw new StripeProblem(500, STORED_FAILURE);
    return result;
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Request-Id': `req_${randomBytes(6).toString('hex')}`,
  });
  response.end(JSON.stringify(body));
}
