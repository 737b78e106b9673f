import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { IdentityPort } from '#adapters/identity/port.ts';
import type { Db } from '#db/client.ts';
import { findRefusal } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Log } from '#shared/log.ts';
import { name } from './accounts.schema.ts';
import { authAccounts, rateLimits, sessions, users, verifications } from './accounts.table.ts';
import { googleProvider } from './google.ts';
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts';

/** The header in which the server hands over the address it trusts; inbound ones are stripped. */
export const CLIENT_ADDRESS_HEADER = 'x-shop-client-address';

export type Auth = ReturnType<typeof createAuth>;

/**
 * Better Auth over our tables: e-mail and password, sessions in the database and read at every
 * request (so that signing out, revoking and demoting act at once), limits shared by all processes.
 */
export function createAuth(options: {
  db: Db;
  baseUrl: string;
  secret: string;
  /** Cookies carry `Secure` and `__Host-`. */
  secure: boolean;
  /** Vouches for people; null: they sign in by e-mail and password alone. */
  identity: IdentityPort | null;
  /** Sees that a picture may be shown in a profile and stays; throws a refusal otherwise. */
  keepPicture(url: string): Promise<unknown>;
  /** Runs when a profile shows another picture than this one from now on. */
  releasePicture(url: string): Promise<void>;
  /** Runs after every sign-in and sign-up, with the request's Cookie header. */
  onSignIn(userId: string, cookies: string): Promise<void>;
  log: Log;
}) {
  return betterAuth({
    baseURL: options.baseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [options.baseUrl],
    // Where a browser lands that comes back from Google with nothing that fits.
    onAPIError: { errorURL: `${options.baseUrl}/login` },
    plugins: options.identity ? [googleProvider({ ...options, identity: options.identity })] : [],
    database: drizzleAdapter(options.db, {
      provider: 'pg',
      schema: {
        user: users,
        session: sessions,
        account: authAccounts,
        verification: verifications,
        rateLimit: rateLimits,
      },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      additionalFields: {
        role: { type: 'string', required: false, defaultValue: 'shopper', input: false },
      },
      validateUserInfo({ user, source }) {
        // Whoever has an address in somebody's name must not get an account in it.
        const vouchedFor = source.method !== 'oauth' || user.emailVerified === true;
        return vouchedFor ? undefined : { error: 'email_not_verified' };
      },
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
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
    },
    verification: { storeIdentifier: 'hashed' },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/email': { window: 60, max: 30 },
        '/sign-up/email': { window: 60, max: 30 },
      },
    },
    advanced: {
      database: { generateId: ({ model }) => newId(model === 'user' ? 'usr' : 'req') },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // `__Host-` instead of the library's own `__Secure-`: no other host of the domain can set it.
      useSecureCookies: false,
      cookiePrefix: options.secure ? '__Host-shop' : 'shop',
      defaultCookieAttributes: {
        sameSite: 'lax',
        httpOnly: true,
        path: '/',
        secure: options.secure,
      },
    },
    disabledPaths: UNUSED_DOORS,
    hooks: {
      before: createAuthMiddleware(async (context) => {
        const password: unknown = context.body?.newPassword ?? context.body?.password;
        const choosing = ['/sign-up/email', '/change-password', '/reset-password'];
        if (
          choosing.includes(context.path) &&
          typeof password === 'string' &&
          isCommonPassword(password)
        ) {
          throw new APIError('BAD_REQUEST', {
            code: 'PASSWORD_TOO_COMMON',
            message: 'That password is one of the first that guessers try. Please choose another.',
          });
        }
      }),
    },
    databaseHooks: {
      user: {
        create: { before: (user) => requireProfile(user, options.keepPicture) },
        update: {
          before: (user) => requireProfile(user, options.keepPicture),
          after: async (user, context) => {
            const before = context?.context.session?.user.image;
            if (!before || before === user.image) return;
            await options
              .releasePicture(before)
              .catch((error: unknown) => options.log.error('profile.picture', error));
          },
        },
      },
      // Who somebody is was all that was asked; nothing that opens their account there is kept.
      account: {
        create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
        update: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
      },
      session: {
        create: {
          // A cart that can't be joined must not keep anyone from signing in.
          after: async (session, context) => {
            const cookies = context?.headers?.get('cookie') ?? '';
            await options
              .onSignIn(session.userId, cookies)
              .catch((error: unknown) => options.log.error('sign-in.follow-up', error));
          },
        },
      },
    },
    logger: { disabled: true },
    telemetry: { enabled: false },
  });
}

const NO_TOKENS = { idToken: null, accessToken: null, refreshToken: null };

/** What the library offers and no page of the shop asks for. */
const UNUSED_DOORS = [
  '/account-info',
  '/change-email',
  '/delete-user',
  '/delete-user/callback',
  '/error',
  '/get-access-token',
  '/link-social',
  '/ok',
  '/refresh-token',
  '/sign-in/social',
  '/unlink-account',
  '/update-session',
  '/verify-password',
];

// The forms check the same; whoever calls the library's doors directly comes by here.
async function requireProfile(
  user: { name?: unknown; image?: unknown },
  keepPicture: (url: string) => Promise<unknown>,
): Promise<void> {
  const refuse = (message: string) =>
    new APIError('BAD_REQUEST', { code: 'INVALID_PROFILE', message });
  if (user.name !== undefined) {
    const checked = name.safeParse(user.name);
    if (!checked.success) throw refuse(checked.error.issues[0]?.message ?? 'A name is needed.');
  }
  if (!user.image) return;
  const image = z.string().max(2_000).safeParse(user.image);
  if (!image.success) throw refuse('A profile image is an address.');
  await keepPicture(image.data).catch((error: unknown) => {
    const refusal = findRefusal(error);
    throw refusal ? refuse(`A profile image can not be this one. ${refusal.message}`) : error;
  });
}
