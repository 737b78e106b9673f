import { z } from 'zod';
import { isOrigin } from './config-addresses.ts';
import { isTestKey } from './config-production.ts';

export interface StripeConfig {
  secretKey: string;
  /** Sent to every browser. */
  publishableKey: string;
  /** Null: Stripe sends no events, and the shop asks Stripe. */
  webhookSecret: string | null;
  /** Null: Stripe's own address. */
  apiUrl: string | null;
}

/** The environment variables for card payments. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: z.string().regex(/^[sr]k_\w+$/, 'must start with sk_ or rk_'),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_\w+$/, 'must start with pk_'),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\w+$/, 'must start with whsec_'),
  STRIPE_API_URL: z.string().refine(isOrigin, 'must be an address without a path'),
};

type StripeEnvironment = { [name in keyof typeof stripeVariables]?: string | undefined };

/** The account that these variables describe, or the first error in them. */
export function readStripe(
  mode: 'demo' | 'production',
  env: StripeEnvironment,
): { account: StripeConfig | null; fault: string | null } {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret = null,
    STRIPE_API_URL: apiUrl = null,
  } = env;
  if (secretKey === undefined && publishableKey === undefined && webhookSecret === null) {
    return { account: null, fault: null };
  }
  if (secretKey === undefined || publishableKey === undefined) {
    return faulty(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be set together, or not at all.',
    );
  }
  if (secretKey.split('_')[1] !== publishableKey.split('_')[1]) {
    return faulty(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys, or both test keys.',
    );
  }
  if (mode === 'demo' && !isTestKey(secretKey)) {
    return faulty(
      'STRIPE_SECRET_KEY is a live key, and the demo has accounts that everybody knows. Set SHOP_MODE=production, or set test keys.',
    );
  }
  if (mode === 'production' && apiUrl !== null) {
    return faulty('STRIPE_API_URL is for tests and must not be set in production.');
  }
  return { account: { secretKey, publishableKey, webhookSecret, apiUrl }, fault: null };
}

function faulty(fault: string) {
  return { account: null, fault };
}
