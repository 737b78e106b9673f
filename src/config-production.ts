/** What production refuses in its environment, and the variables by which an operator allows it. */
import { z } from 'zod';

const yes = z.enum(['yes'], 'must be yes, or left out');

/** Each of these makes production accept a risk that a shop with real payments must not take. */
export const overrideVariables = {
  /** For a staging machine. */
  ALLOW_STRIPE_TEST_KEYS: yes,
  /** For a private network. */
  ALLOW_HTTP: yes,
  /** For a database that served a demo once. */
  ALLOW_DEMO_DATABASE: yes,
};

export type Override = keyof typeof overrideVariables;

interface ProductionEnvironment extends Partial<Record<Override, 'yes' | undefined>> {
  AUTH_SECRET?: string | undefined;
  BASE_URL?: string | undefined;
  GOOGLE_ISSUER?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
}

/** One line for each fault: what is wrong and what to do. */
export function findProductionFaults(env: ProductionEnvironment): string[] {
  const faults: string[] = [];
  if (env.AUTH_SECRET === undefined) {
    faults.push(
      'AUTH_SECRET must be set in production (32 random bytes, for example from: openssl rand -base64 32).',
    );
  } else if (new Set(env.AUTH_SECRET).size < 12) {
    faults.push('AUTH_SECRET is not random enough for production (try: openssl rand -base64 32).');
  }
  if (env.BASE_URL === undefined) {
    faults.push(
      'BASE_URL must be set in production to the address people type, such as https://shop.example.',
    );
  } else if (!isSafeAddress(env.BASE_URL) && env.ALLOW_HTTP !== 'yes') {
    faults.push(
      'BASE_URL must be https in production: over http, passwords and sessions can be read on the way. Set up HTTPS, or set ALLOW_HTTP=yes for a network that is all yours.',
    );
  }
  if (env.GOOGLE_ISSUER !== undefined && !env.GOOGLE_ISSUER.startsWith('https:')) {
    faults.push('GOOGLE_ISSUER must be https in production.');
  }
  if (isTestKey(env.STRIPE_SECRET_KEY) && env.ALLOW_STRIPE_TEST_KEYS !== 'yes') {
    faults.push(
      'STRIPE_SECRET_KEY is a test key: anyone could pay with a test card, and no money would move. Set the live keys, or set ALLOW_STRIPE_TEST_KEYS=yes on a staging machine.',
    );
  }
  return faults;
}

/** The overrides that are set, by name. */
export function readOverrides(env: ProductionEnvironment): Override[] {
  return (Object.keys(overrideVariables) as Override[]).filter((name) => env[name] === 'yes');
}

/** Every key that is not a live key, restricted ones included: `sk_live_…`, `rk_live_…`. */
export function isTestKey(key: string | undefined): boolean {
  return key !== undefined && key.split('_')[1] !== 'live';
}

// Browsers trust these without HTTPS, because the traffic does not leave the machine.
function isSafeAddress(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:') return true;
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
