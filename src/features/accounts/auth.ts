import { betterAuth } from 'better-auth';
import { newId } from '#shared/ids.ts';
import type { Ctx } from '../context.ts';
import { selectUser, selectUserByEmail } from './accounts.store.ts';
import { authDatabase, authLogger } from './auth-database.ts';
import { type CookieAttributes, requestHooks } from './auth-request-hooks.ts';
import { type AccountEvents, rowHooks } from './auth-row-hooks.ts';
import { googleProvider } from './google-provider.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { CLIENT_ADDRESS_HEADER } from './sign-in-limits.ts';

export type Auth = ReturnType<typeof createAuth>;

interface AuthOptions extends AccountEvents {
  ctx: Ctx;
  baseUrl: string;
  secret: string;
  /** Cookies carry `Secure` and `__Host-`. */
  secure: boolean;
}

/**
 * Better Auth over our tables: e-mail and password, sessions in the database and read at every
 * request (so that signing out, revoking and demoting act at once), limits shared by all processes.
 */
export function createAuth(options: AuthOptions) {
  const { ctx, baseUrl, secret, secure } = options;
  const { identity, log } = ctx;
  const attributes: CookieAttributes = { sameSite: 'lax', httpOnly: true, path: '/', secure };
  // `__Host-` instead of the library's own `__Secure-`: no other host of the domain can set it.
  const prefix = secure ? '__Host-shop' : 'shop';
  return betterAuth({
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [baseUrl],
    // Where a browser lands that comes back from Google with nothing that fits.
    // What is no refusal of the library's goes on to our own handler: the library would print it to
    // the console, parameters of the statement included.
    onAPIError: { errorURL: `${baseUrl}/login`, throw: true },
    plugins: identity ? [googleProvider({ identity, log, keepImage: options.keepImage })] : [],
    database: authDatabase(ctx.db, log),
    user: {
      additionalFields: {
        role: { type: 'string', required: false, defaultValue: 'shopper', input: false },
      },
      validateUserInfo: ({ user, source }) => refuseIdentity(ctx, user, source.method),
    },
    ...PASSWORDS_AND_SESSIONS,
    rateLimit: RATE_LIMIT,
    advanced: {
      database: { generateId: ({ model }) => newId(model === 'user' ? 'usr' : 'req') },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      useSecureCookies: false,
      cookiePrefix: prefix,
      defaultCookieAttributes: attributes,
    },
    hooks: requestHooks({ ctx, secret, cookies: { prefix, attributes } }),
    databaseHooks: rowHooks(ctx, options),
    logger: authLogger(log),
    telemetry: { enabled: false },
  });
}

const PASSWORDS_AND_SESSIONS = {
  emailAndPassword: {
    enabled: true,
    revokeSessionsOnPasswordReset: true,
    minPasswordLength: 8,
    maxPasswordLength: 128,
    password: { hash: hashPassword, verify: verifyPassword },
  },
  session: {
    expiresIn: 60 * 60 * 24 * 30,
    updateAge: 60 * 60 * 24,
    cookieCache: { enabled: false },
  },
  account: {
    encryptOAuthTokens: true,
    // Both sides must have verified the address: else whoever registered it first, without having
    // it, would share the account with the person whose address it is.
    accountLinking: {
      enabled: true,
      requireLocalEmailVerified: true,
      trustedProviders: [] as string[],
    },
  },
  verification: { storeIdentifier: 'hashed' as const },
};

const RATE_LIMIT = {
  enabled: true,
  storage: 'database' as const,
  window: 60,
  max: 300,
  customRules: {
    '/sign-in/email': { window: 60, max: 30 },
    '/sign-up/email': { window: 60, max: 30 },
  },
};

/** Why the library must not let in whom a provider vouches for; undefined: it may. */
async function refuseIdentity(
  { db, identity }: Ctx,
  user: { id?: unknown; email?: unknown; emailVerified?: unknown },
  method: string,
): Promise<{ error: string } | undefined> {
  if (method !== 'oauth') return undefined;
  // Whoever has an address in somebody's name must not get an account in it.
  if (user.emailVerified !== true) return { error: 'email_not_verified' };
  // The sandbox takes anyone's word, which must not make anyone an admin: not by linking, and not by
  // coming back to an account that became one since.
  if (identity?.name !== 'sandbox') return undefined;
  const [byId, byEmail] = await Promise.all([
    selectUser(db, String(user.id)),
    selectUserByEmail(db, String(user.email).toLowerCase()),
  ]);
  const isAdmin = byId?.role === 'admin' || byEmail?.role === 'admin';
  return isAdmin ? { error: 'account_not_linked' } : undefined;
}
