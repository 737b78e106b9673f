import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';

/**
 * The only reader of the environment. Every variable is optional; nonsense is refused with one
 * line that names the variable. What a shop owner edits (brand, categories, shipping, texts) is in
 * `shop.config.ts`.
 */
export interface Config {
  /** `demo` brings sandboxes and demo accounts; `production` refuses them. */
  mode: 'demo' | 'production';
  port: number;
  /** The address people type, without a slash at the end. */
  baseUrl: string;
  /** The folder for everything the shop keeps on disk; null: the default. */
  dataDir: string | null;
  /** An external PostgreSQL; null: the embedded one. */
  databaseUrl: string | null;
  /** Signs session cookies; null: made at the first start and kept in the data folder. */
  authSecret: string | null;
  /** E-mail addresses that are admins once verified, lower case. */
  adminEmails: string[];
  /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Google's sign-in, or another provider's; null: the sandbox in demo mode, nothing in production. */
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  /** Who may browse; null: what `shop.config.ts` says. */
  access: 'members' | 'public' | null;
  /** Where package.json lies. */
  projectRoot: string;
}

/** A configuration that can't be used; the message is the line to print. */
export class ConfigError extends Error {}

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
  PORT: optional(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65535, 'must be a port number from 1 to 65535'),
  ),
  BASE_URL: optional(
    z
      .string()
      .refine(isOrigin, 'must be an address such as https://shop.example, without a path')
      .transform((text) => new URL(text).origin),
  ),
  DATA_DIR: optional(z.string().refine((path) => !path.includes('\0'), 'must be a folder')),
  DATABASE_URL: optional(
    z.string().refine(isPostgresUrl, 'must look like postgres://user:password@host:5432/database'),
  ),
  AUTH_SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
  ADMIN_EMAILS: optional(
    list.pipe(z.array(z.email('must be e-mail addresses, with commas between'))),
  ),
  GOOGLE_CLIENT_ID: optional(z.string().max(500, 'is longer than any of them')),
  GOOGLE_CLIENT_SECRET: optional(z.string().max(500, 'is longer than any of them')),
  GOOGLE_ISSUER: optional(
    z.string().refine(isIssuer, 'must be an address such as https://accounts.google.com'),
  ),
  TRUSTED_PROXIES: optional(
    list.pipe(z.array(z.union([z.ipv4(), z.ipv6()], 'must be IP addresses, with commas between'))),
  ),
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
    throw new ConfigError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are needed both, or neither.');
  }
  if (mode === 'production') requireForProduction(rest);
  return {
    mode,
    port,
    baseUrl: rest.BASE_URL ?? `http://localhost:${port}`,
    dataDir: rest.DATA_DIR === undefined ? null : resolve(rest.DATA_DIR),
    databaseUrl: rest.DATABASE_URL ?? null,
    authSecret: rest.AUTH_SECRET ?? null,
    adminEmails: (rest.ADMIN_EMAILS ?? []).map((email) => email.toLowerCase()),
    trustedProxies: rest.TRUSTED_PROXIES ?? [],
    google:
      rest.GOOGLE_CLIENT_ID && rest.GOOGLE_CLIENT_SECRET
        ? {
            clientId: rest.GOOGLE_CLIENT_ID,
            clientSecret: rest.GOOGLE_CLIENT_SECRET,
            issuer: (rest.GOOGLE_ISSUER ?? 'https://accounts.google.com').replace(/\/$/, ''),
          }
        : null,
    access: rest.SHOP_ACCESS ?? null,
    projectRoot: findProjectRoot(),
  };
}

function requireForProduction(env: {
  AUTH_SECRET?: string | undefined;
  BASE_URL?: string | undefined;
  GOOGLE_ISSUER?: string | undefined;
}): void {
  const faults: string[] = [];
  if (env.AUTH_SECRET === undefined)
    faults.push(
      'AUTH_SECRET must be set in production (32 random bytes, for example from: openssl rand -base64 32).',
    );
  else if (new Set(env.AUTH_SECRET).size < 12)
    faults.push('AUTH_SECRET is not random enough for production (try: openssl rand -base64 32).');
  if (env.BASE_URL === undefined)
    faults.push(
      'BASE_URL must be set in production to the address people type, such as https://shop.example.',
    );
  if (env.GOOGLE_ISSUER !== undefined && !env.GOOGLE_ISSUER.startsWith('https:'))
    faults.push('GOOGLE_ISSUER must be https in production.');
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username
  );
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

// The same answer from the source files and from the bundle in build/server.
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
