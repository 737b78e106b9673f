import { betterAuth } from 'better-auth';
import { DAY_S } from '#shared/durations.ts';
import { newId } from '#shared/ids.ts';
import type { Ctx } from '../context.ts';
import { PASSWORD_LENGTH } from './account-fields.schema.ts';
import { LONGEST_SIGN_IN_WINDOW } from './accounts.schema.ts';
import { selectUser, selectUserByEmail } from './accounts.store.ts';
import { authDatabase, authLogger } from './auth-database.ts';
import { type CookieAttributes, requestHooks } from './auth-request-hooks.ts';
import { type AccountEvents, rowHooks } from './auth-row-hooks.ts';
import { googleProvider } from './google-provider.ts';
import { noteEmail } from './linked-email.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { CLIENT_ADDRESS_HEADER, SIGN_INS_OF_ONE } from './sign-in-rate-limits.ts';

export type Auth = ReturnType<typeof createAuth>;

interface AuthOptions extends AccountEvents {
  ctx: Ctx;
  baseUrl: string;
  secret: string;
  /** Cookies carry `Secure` and `__Host-`. */
  secure: boolean;
  /** How long a session lasts after its last use. */
  sessionDays: number;
}

/**
 * Better Auth on our tables: email and password, shared rate limits, and sessions that are read
 * from the database at every request, so that sign-out, revocation and demotion act at once.
 */
export function createAuth(options: AuthOptions) {
  const { ctx, baseUrl, secret, secure } = options;
  const { identity, log } = ctx;
  const attributes: CookieAttributes = { sameSite: 'lax', httpOnly: true, path: '/', secure };
  // `__Host-` instead of the library's `__Secure-`: no other host of the domain can set it.
  const prefix = secure ? '__Host-shop' : 'shop';
  return betterAuth({
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [baseUrl],
    // Browsers that come back from Google with a wrong state land there. Errors that are no
    // refusals go to our own handler. The library would print them to the console with the
    // statement's parameters.
    onAPIError: { errorURL: `${baseUrl}/login`, throw: true },
    plugins: identity
      ? [googleProvider({ identity, log, markImageUsed: options.markImageUsed })]
      : [],
    database: authDatabase(ctx.db, log),
    user: {
      additionalFields: {
        role: { type: 'string', required: false, defaultValue: 'shopper', input: false },
      },
      validateUserInfo({ user, source }, call) {
        if (source.method === 'oauth') noteEmail(call, String(user.email));
        return refuseIdentity(ctx, user, source.method);
      },
    },
    ...PASSWORDS,
    session: {
      expiresIn: options.sessionDays * DAY_S,
      updateAge: DAY_S,
      cookieCache: { enabled: false },
    },
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

const PASSWORDS = {
  emailAndPassword: {
    enabled: true,
    revokeSessionsOnPasswordReset: true,
    minPasswordLength: PASSWORD_LENGTH.min,
    maxPasswordLength: PASSWORD_LENGTH.max,
    password: { hash: hashPassword, verify: verifyPassword },
  },
  account: {
    encryptOAuthTokens: true,
    // Both sides must have verified the address. Otherwise somebody could register an address they
    // don't have, and share the account with its owner.
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
  window: LONGEST_SIGN_IN_WINDOW,
  max: 300,
  customRules: {
    '/sign-in/email': { window: SIGN_INS_OF_ONE.seconds, max: SIGN_INS_OF_ONE.most },
    '/sign-up/email': { window: LONGEST_SIGN_IN_WINDOW, max: 30 },
  },
};

/** Why the library must refuse this identity; undefined when it may sign in. */
async function refuseIdentity(
  { db, identity }: Ctx,
  user: { id?: unknown; email?: unknown; emailVerified?: unknown },
  method: string,
): Promise<{ error: string } | undefined> {
  if (method !== 'oauth') return undefined;
  // Without this, the holder of an unverified address could get an account under it.
  if (user.emailVerified !== true) return { error: 'email_not_verified' };
  // The sandbox gives no proof of an address, so it must not open an admin's account: neither by
  // linking nor by a sign-in to an account that has become an admin since.
  if (identity?.name !== 'sandbox') return undefined;
  const [byId, byEmail] = await Promise.all([
    selectUser(db, String(user.id)),
    selectUserByEmail(db, String(user.email).toLowerCase()),
  ]);
  const isAdmin = byId?.role === 'admin' || byEmail?.role === 'admin';
  return isAdmin ? { error: 'account_not_linked' } : undefined;
}
