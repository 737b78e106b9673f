import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { StripeChange } from '../support/stripe-account.ts';
import { readJournal } from './journal.ts';

/** How badly webhooks are delivered, and what else the provider does to a shop. */
export interface ProviderHabits {
  /** Chance that one is never sent. */
  lose: number;
  /** Chance that one is sent twice. */
  repeat: number;
  /** At most this late. */
  delayMs: number;
  /** Chance that a change ends in an error that is kept under its key. */
  storeFailures: number;
  /** Chance that an intent is not known any more, until it is calm again. */
  forget: number;
  /** Chance that refunds of a payment are refused for good, until it is calm again. */
  refuseRefunds: number;
}

export const CALM: ProviderHabits = {
  lose: 0,
  repeat: 0,
  delayMs: 0,
  storeFailures: 0,
  forget: 0,
  refuseRefunds: 0,
};

export interface ProviderOrder {
  habits?: ProviderHabits;
  /** Addresses of the shop's processes. */
  doors?: string[];
}

export interface ProviderReport {
  url?: string;
  fault?: string;
}

/** What the witness saw of one payment. */
export interface Witnessed {
  reference: string;
  amount: number;
  captures: number;
  refunded: number;
}

export interface Provider {
  url: string;
  tell(order: ProviderOrder): void;
  /** Every intent that was ever made, from the witness's own journal. */
  witness(): Map<string, Witnessed>;
  /** What the provider's script does in a browser; null when the card paid. */
  confirm(clientSecret: string, number: string): Promise<string | null>;
  stop(): Promise<void>;
}

export const CARD = { good: '4242424242424242', declined: '4000000000000002' } as const;

/** Starts the witness in a process of its own. */
export async function startProvider(options: {
  journalPath: string;
  secretKey: string;
  webhookSecret: string;
  seed: number;
  onFault: (kind: string) => void;
}): Promise<Provider> {
  const { journalPath, secretKey, webhookSecret, seed, onFault } = options;
  const child = fork(
    join(import.meta.dirname, 'provider-process.ts'),
    [journalPath, secretKey, webhookSecret, String(seed)],
    { execArgv: [] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`The provider ended with ${code}.`)));
    child.on('message', (report: ProviderReport) => {
      if (report.url) resolve(report.url);
      if (report.fault) onFault(report.fault);
    });
  });
  return {
    url,
    tell: (order) => child.send(order),
    witness: () => witnessed(readJournal<StripeChange>(journalPath)),
    async confirm(secret, number) {
      const id = secret.split('_secret_')[0];
      const response = await fetch(`${url}/browser/${id}/confirm`, {
        method: 'POST',
        body: JSON.stringify({ secret, number, approved: true }),
      });
      const body = await response.json();
      return body.paymentIntent ? null : String(body.error?.message ?? 'refused');
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function witnessed(changes: StripeChange[]): Map<string, Witnessed> {
  const intents = new Map<string, Witnessed>();
  for (const { kind, intent, reference, amount } of changes) {
    const seen = intents.get(intent) ?? { reference, amount, captures: 0, refunded: 0 };
    if (kind === 'succeeded') seen.captures += 1;
    if (kind === 'refunded') seen.refunded += amount;
    intents.set(intent, seen);
  }
  return intents;
}
