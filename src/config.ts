import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { RetentionDays, RetentionVariable } from '#features/retention/retention-rules.ts';
import { isPostgresUrl } from '#shared/postgres-url.ts';
import { StartError } from '#shared/start-error.ts';
import { isIssuer, isOrigin } from './config-addresses.ts';
import { type ImageStore, imageVariables, readImageStore } from './config-images.ts';
import { type MailConfig, mailVariables, readMail } from './config-mail.ts';
import {
  findProductionFaults,
  type Override,
  overrideVariables,
  readOverrides,
} from './config-production.ts';
import { readRetention, retentionVariables } from './config-retention.ts';
import { readSearchEngine, type SearchEngine, searchVariables } from './config-search.ts';
import { readStripe, type StripeConfig, stripeVariables } from './config-stripe.ts';

/**
 * The only reader of the environment. Every variable is optional; an invalid value is refused with
 * one line that names the variable. What a shop owner edits (brand, categories, shipping, texts) is
 * in `shop.config.ts`.
 */
export interface Config {
  /** `demo` has sandboxes and demo accounts; `production` refuses them. */
  mode: 'demo' | 'production';
  port: number;
  /** The address of this machine on which it listens; null: all addresses. */
  host: string | null;
  /** The address people type, without a slash at the end. */
  baseUrl: string;
  /** The folder for everything the shop stores on disk; null: the default. */
  dataDir: string | null;
  /** An external PostgreSQL; null: the embedded one. */
  databaseUrl: string | null;
  /** How long a start waits for a database that can't be reached. */
  databaseWaitSeconds: number;
  /** Signs session cookies; null: made at the first start and stored in the data folder. */
  authSecret: string | null;
  /** Email addresses that are admins once verified, lower case. */
  adminEmails: string[];
  /** Addresses and networks (CIDR) of reverse proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** Browsers must use https for every subdomain of `baseUrl` as well. */
  hstsSubdomains: boolean;
  /**
   * Google's sign-in, or another provider's; null: the sandbox in demo mode, none in production.
   */
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  /** Who may browse; null: as in `shop.config.ts`. */
  access: 'members' | 'public' | null;
  /** Whether people may order without an account; null: as in `shop.config.ts`. */
  guestCheckout: boolean | null;
  /** Multiplies the limits on unpaid orders of `shop.config.ts`, for load tests. */
  unpaidLimitFactor: number;
  /** Takes cards through Stripe; null: the sandbox in demo mode, no cards in production. */
  stripe: StripeConfig | null;
  /** Where uploaded images are stored. */
  images: ImageStore;
  /** A search engine outside of the shop; null: PostgreSQL searches. */
  search: SearchEngine | null;
  /**
   * The services that send emails; in demo mode all other emails are captured and shown on a page.
   */
  mail: MailConfig;
  /** Memory for rendered pages, in megabytes; 0 renders each page for each visitor. */
  pageCacheMb: number;
  /** How many days a sign-in lasts after its last use. */
  sessionDays: number;
  /** How long rows stay that nobody needs for ever. */
  retention: RetentionDays;
  /** The variables that make production accept a risk. */
  overrides: Override[];
  /** The folder of package.json. */
  projectRoot: string;
  /** Vite loads the code and serves the browsers' part of it. */
  isDevelopment: boolean;
}

/** An invalid configuration; the message has one line for each fault. */
export class ConfigError extends StartError {}

const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsAbsent, schema.optional());
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean),
);

const environment = z.object({
  SHOP_MODE: optional(z.enum(['demo', 'production'], 'must be demo or production')),
  SHOP_ACCESS: optional(z.enum(['members', 'public'], 'must be members or public')),
  GUEST_CHECKOUT: optional(
    z.enum(['on', 'off'], 'must be on or off').transform((word) => word === 'on'),
  ),
  PORT: optional(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65535, 'must be a port number from 1 to 65535'),
  ),
  HOST: optional(
    z.union([z.ipv4(), z.ipv6(), z.literal('localhost')], 'must be an IP address or localhost'),
  ),
  BASE_URL: optional(
    z
      .string()
      .refine(isOrigin, 'must be an address such as https://shop.example, without a path')
      .transform((text) => new URL(text).origin),
  ),
  UNPAID_LIMIT_FACTOR: optional(
    z
      .string()
      .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
      .transform(Number),
  ),
  PAGE_CACHE_MB: optional(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a number of megabytes, or 0')
      .transform(Number),
  ),
  DATA_DIR: optional(z.string().refine((path) => !path.includes('\0'), 'must be a folder')),
  DATABASE_URL: optional(
    z
      .string()
      .transform((text) => text.trim())
      .refine(
        isPostgresUrl,
        'must look like postgres://user:password@host:5432/database, and @ : / ? # % in the password must be encoded (@ is %40)',
      ),
  ),
  DATABASE_WAIT_SECONDS: optional(
    z
      .string()
      .regex(/^\d{1,4}$/, 'must be a number of seconds, or 0')
      .transform(Number),
  ),
  AUTH_SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
  ADMIN_EMAILS: optional(
    list.pipe(z.array(z.email('must be email addresses, with commas between'))),
  ),
  STRIPE_SECRET_KEY: optional(stripeVariables.STRIPE_SECRET_KEY),
  STRIPE_PUBLISHABLE_KEY: optional(stripeVariables.STRIPE_PUBLISHABLE_KEY),
  STRIPE_WEBHOOK_SECRET: optional(stripeVariables.STRIPE_WEBHOOK_SECRET),
  STRIPE_API_URL: optional(stripeVariables.STRIPE_API_URL),
  SMTP_URL: optional(mailVariables.SMTP_URL),
  MAIL_FROM: optional(mailVariables.MAIL_FROM),
  EMAILJS_SERVICE_ID: optional(mailVariables.EMAILJS_SERVICE_ID),
  EMAILJS_TEMPLATE_ID: optional(mailVariables.EMAILJS_TEMPLATE_ID),
  EMAILJS_USER_ID: optional(mailVariables.EMAILJS_USER_ID),
  EMAILJS_ACCESS_TOKEN: optional(mailVariables.EMAILJS_ACCESS_TOKEN),
  EMAILJS_URL: optional(mailVariables.EMAILJS_URL),
  GOOGLE_CLIENT_ID: optional(z.string().max(500, 'must have at most 500 characters')),
  GOOGLE_CLIENT_SECRET: optional(z.string().max(500, 'must have at most 500 characters')),
  GOOGLE_ISSUER: optional(
    z.string().refine(isIssuer, 'must be an address such as https://accounts.google.com'),
  ),
  TRUSTED_PROXIES: optional(
    list.pipe(
      z.array(
        z
          .union(
            [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
            'must be IP addresses or networks such as 10.0.0.0/8, with commas between',
          )
          .refine(
            (proxy) => !proxy.endsWith('/0'),
            'must not include the whole internet, because any client could then choose its own address. Name your proxies',
          ),
      ),
    ),
  ),
  HSTS_SUBDOMAINS: optional(z.enum(['yes', 'no'], 'must be yes or no')),
  ALLOW_STRIPE_TEST_KEYS: optional(overrideVariables.ALLOW_STRIPE_TEST_KEYS),
  ALLOW_HTTP: optional(overrideVariables.ALLOW_HTTP),
  ALLOW_DEMO_DATABASE: optional(overrideVariables.ALLOW_DEMO_DATABASE),
  SESSION_DAYS: optional(
    z
      .string()
      .regex(/^\d{1,3}$/, 'must be a number of days from 2 to 400')
      .transform(Number)
      // A session is prolonged once a day, and browsers store no cookie for longer than 400 days.
      .refine((days) => days >= 2 && days <= 400, 'must be a number of days from 2 to 400'),
  ),
  KEEP_SENT_EMAILS_DAYS: optional(retentionVariables.KEEP_SENT_EMAILS_DAYS),
  KEEP_PROVIDER_EVENTS_DAYS: optional(retentionVariables.KEEP_PROVIDER_EVENTS_DAYS),
  KEEP_RETURN_PHOTOS_DAYS: optional(retentionVariables.KEEP_RETURN_PHOTOS_DAYS),
  KEEP_SEARCH_COUNTS_DAYS: optional(retentionVariables.KEEP_SEARCH_COUNTS_DAYS),
  KEEP_STAFF_JOBS_DAYS: optional(retentionVariables.KEEP_STAFF_JOBS_DAYS),
  S3_BUCKET: optional(imageVariables.S3_BUCKET),
  S3_REGION: optional(imageVariables.S3_REGION),
  S3_ENDPOINT: optional(imageVariables.S3_ENDPOINT),
  S3_ACCESS_KEY_ID: optional(imageVariables.S3_ACCESS_KEY_ID),
  S3_SECRET_ACCESS_KEY: optional(imageVariables.S3_SECRET_ACCESS_KEY),
  S3_PUBLIC_URL: optional(imageVariables.S3_PUBLIC_URL),
  IMGBB_KEY: optional(imageVariables.IMGBB_KEY),
  IMGBB_URL: optional(imageVariables.IMGBB_URL),
  SEARCH_URL: optional(searchVariables.SEARCH_URL),
  SEARCH_API_KEY: optional(searchVariables.SEARCH_API_KEY),
});

/** Reads and checks the environment. Throws `ConfigError` with one line for each fault. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`);
    throw new ConfigError([...new Set(lines)].join('\n'));
  }
  const { SHOP_MODE: mode = 'demo', PORT: port = 3000, ...rest } = parsed.data;
  if ((rest.GOOGLE_CLIENT_ID === undefined) !== (rest.GOOGLE_CLIENT_SECRET === undefined)) {
    throw new ConfigError(
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together, or not at all.',
    );
  }
  // A variable of a rule that is missing above does not compile.
  const retention: Pick<typeof rest, RetentionVariable> = rest;
  const stripe = readStripe(mode, rest);
  if (stripe.fault !== null) throw new ConfigError(stripe.fault);
  if (mode === 'production') {
    const faults = findProductionFaults(rest);
    if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  }
  const images = readImageStore(rest);
  const search = readSearchEngine(rest);
  const mail = readMail(mode, rest);
  const faults = [...images.faults, ...search.faults, ...mail.faults];
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return {
    mode,
    port,
    host: rest.HOST ?? null,
    baseUrl: rest.BASE_URL ?? `http://localhost:${port}`,
    dataDir: rest.DATA_DIR === undefined ? null : resolve(rest.DATA_DIR),
    databaseUrl: rest.DATABASE_URL ?? null,
    databaseWaitSeconds: rest.DATABASE_WAIT_SECONDS ?? 30,
    authSecret: rest.AUTH_SECRET ?? null,
    adminEmails: (rest.ADMIN_EMAILS ?? []).map((email) => email.toLowerCase()),
    trustedProxies: rest.TRUSTED_PROXIES ?? [],
    hstsSubdomains: rest.HSTS_SUBDOMAINS === 'yes',
    google:
      rest.GOOGLE_CLIENT_ID && rest.GOOGLE_CLIENT_SECRET
        ? {
            clientId: rest.GOOGLE_CLIENT_ID,
            clientSecret: rest.GOOGLE_CLIENT_SECRET,
            issuer: (rest.GOOGLE_ISSUER ?? 'https://accounts.google.com').replace(/\/$/, ''),
          }
        : null,
    access: rest.SHOP_ACCESS ?? null,
    guestCheckout: rest.GUEST_CHECKOUT ?? null,
    unpaidLimitFactor: rest.UNPAID_LIMIT_FACTOR ?? 1,
    stripe: stripe.account,
    images: images.store,
    search: search.engine,
    mail: mail.services,
    pageCacheMb: rest.PAGE_CACHE_MB ?? 64,
    sessionDays: rest.SESSION_DAYS ?? 30,
    retention: readRetention(retention),
    overrides: mode === 'production' ? readOverrides(rest) : [],
    projectRoot: findProjectRoot(),
    isDevelopment: false,
  };
}

// Gives the same folder for the source files and for the bundle in build/server.
function findProjectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new ConfigError('The folder with package.json could not be found.');
    folder = parent;
  }
  return folder;
}
