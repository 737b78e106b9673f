import type { PaymentProvider, PaymentsPort } from '#adapters/payments/port.ts';
import { createPaymentsSandbox, type PaymentsSandbox } from '#adapters/payments/sandbox.ts';
import type { PaymentsStripe } from '#adapters/payments/stripe.ts';
import type { Config } from '#config.ts';
import type { Db } from '#db/client.ts';
import type { Log } from '#shared/log.ts';

interface Parts {
  config: Config;
  db: Db;
  now: () => Date;
  log: Log;
}

/**
 * Opens each provider; null where it is not set up. A provider of the port that is missing here
 * does not compile. The first one that is set up takes the cards. Stripe's library takes 30 MB, so
 * only shops with Stripe load it.
 */
const openers = {
  async stripe({ config: { stripe }, log }: Parts): Promise<PaymentsStripe | null> {
    if (!stripe) return null;
    const { createPaymentsStripe } = await import('#adapters/payments/stripe.ts');
    return createPaymentsStripe(stripe, log);
  },
  async sandbox({ config: { mode }, db, now }: Parts): Promise<PaymentsSandbox | null> {
    return mode === 'demo' ? createPaymentsSandbox(db, now) : null;
  },
} satisfies {
  [name in PaymentProvider]: (parts: Parts) => Promise<(PaymentsPort & { name: name }) | null>;
};

type OpenProvider = Awaited<ReturnType<(typeof openers)[PaymentProvider]>>;

/** Opens the payment provider of the configuration; null when the shop takes no cards. */
export async function createPayments(parts: Parts): Promise<OpenProvider> {
  for (const open of Object.values(openers)) {
    const payments = await open(parts);
    if (payments) return payments;
  }
  return null;
}
