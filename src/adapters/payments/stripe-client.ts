/**
 * Stripe's library under the shop's time limit. An operation is one call of the shop with all
 * repeats that the library makes. When its time is up, it fails at once and its requests are
 * aborted.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';
import { waitOutside } from '#shared/outside-waits.ts';
import { readObject } from './read-object.ts';

/** The time limit of one operation, in milliseconds. */
const DEADLINE_MS = 10_000;
/** The time limit of one request before it is repeated, in milliseconds. */
const REQUEST_MS = 5_000;
/** Repeats after a lost connection, a lock on the key, or a 5xx response. */
const RETRIES = 2;

export interface StripeClientOptions {
  secretKey: string;
  /** The address of Stripe's API; null for Stripe's own. */
  apiUrl: string | null;
  deadlineMs?: number;
}

export interface StripeClient {
  stripe: Stripe;
  /** Runs one operation; throws `DeadlinePassed` when its time is up. */
  within<T>(work: () => Promise<T>): Promise<T>;
}

/** Stripe did not respond in time, so the outcome of the operation is unknown. */
export class DeadlinePassed extends Error {
  override name = 'DeadlinePassed';
}

export function createStripeClient(options: StripeClientOptions): StripeClient {
  const { deadlineMs = DEADLINE_MS } = options;
  const operation = new AsyncLocalStorage<AbortSignal>();
  const stripe = new Stripe(options.secretKey, {
    timeout: Math.min(REQUEST_MS, deadlineMs),
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient((async (url: string, init: RequestInit) =>
      readObject(
        await fetch(url, { ...init, signal: eitherOf(init.signal, operation.getStore()) }),
      )) as typeof fetch),
    ...(options.apiUrl ? addressOf(options.apiUrl) : {}),
  });

  async function within<T>(work: () => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(
      () => controller.abort(new DeadlinePassed(`No response within ${deadlineMs} ms.`)),
      deadlineMs,
    );
    const passed = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return await waitOutside(() => Promise.race([operation.run(signal, work), passed]));
    } finally {
      clearTimeout(timer);
    }
  }
  return { stripe, within };
}

function eitherOf(
  request: AbortSignal | null | undefined,
  operation: AbortSignal | undefined,
): AbortSignal | null {
  if (request && operation) return AbortSignal.any([request, operation]);
  return operation ?? request ?? null;
}

function addressOf(apiUrl: string): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  const { protocol, hostname, port } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) };
}
