import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { AppError, findRefusal, logFault } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Ctx } from '../context.ts';
import { email, isTooLongForEmail, name, TOO_LONG_FOR_EMAIL } from './accounts.schema.ts';
import { selectUser, selectUserByEmail } from './accounts.store.ts';
import { authDatabase, authLogger } from './auth-database.ts';
import { googleProvider } from './google-provider.ts';
import { COMMON_PASSWORD, hashPassword, isCommonPassword, verifyPassword } from './passwords.ts';
import { replaceImage } from './replace-image.ts';
import {
  deviceFor,
  forgetSignInTries,
  requireSignInTurn,
  type SignInTry,
} from './sign-in-limits.ts';
import { requireSignUpTurn } from './sign-up-limits.ts';
import { endStaleSignIn } from './stale-sign-in.ts';

/** The header in which the server hands over the address it trusts; inbound ones are stripped. */
export const CLIENT_ADDRESS_HEADER = 'x-shop-client-address';

export type Auth = ReturnType<typeof createAuth>;

/**
 * Better Auth over our tables: e-mail and password, sessions in the database and read at every
 * request (so that signing out, revoking and demoting act at once), limits shared by all processes.
 */
export function createAuth(options: {
  ctx: Ctx;
  baseUrl: string;
  secret: string;
  /** Cookies carry `Secure` and `__Host-`. */
  secure: boolean;
  /** The address to store of an image that a profile may show; refuses every other. */
  checkImage(url: string): Promise<string>;
  /** Runs when a profile shows this image from now on; in the transaction that is given. */
  keepImage(url: string, tx?: Tx): Promise<void>;
  /** Runs when a profile shows another image than this one from now on. */
  releaseImage(url: string): Promise<void>;
  /** Runs after every sign-in and sign-up, with the request's Cookie header. */
  onSignIn(userId: string, cookies: string): Promise<void>;
  /** Runs after every sign-up with a password. */
  onSignUp(userId: string): Promise<void>;
}) {
  const { ctx } = options;
  const { identity, log } = ctx;
  const cookieAttributes = {
    sameSite: 'lax',
    httpOnly: true,
    path: '/',
    secure: options.secure,
  } as const;
  // `__Host-` instead of the library's own `__Secure-`: no other host of the domain can set it.
  const cookiePrefix = options.secure ? '__Host-shop' : 'shop';
  const deviceCookie = `${cookiePrefix}.device`;
  const signInTry = (context: {
    body?: { email?: unknown };
    headers?: Headers | undefined;
    getCookie(name: string): string | null | undefined;
  }): SignInTry => ({
    // Anything but a text is refused by the library; lists in lists have no text at all.
    email: typeof context.body?.email === 'string' ? context.body.email : '',
    address: context.headers?.get(CLIENT_ADDRESS_HEADER) ?? '',
    device: context.getCookie(deviceCookie) ?? null,
    secret: options.secret,
  });
  const turns: Record<string, (attempt: SignInTry) => Promise<void>> = {
    '/sign-in/email': (attempt) => requireSignInTurn(ctx, attempt),
    '/sign-up/email': ({ address }) => requireSignUpTurn(ctx, address),
  };
  // What is refused, such as one email too many, is no fault of the shop: anyone can bring it about.
  const noteFollowUp = (event: string, error: unknown) => {
    const refusal = findRefusal(error);
    if (refusal && refusal.status < 500) log.info(event, { code: refusal.code });
    else logFault(log, event, refusal ?? error, {});
  };
  // There is an account now: an image that could not be marked must not keep it from its owner.
  const keepImage = async ({ image }: { image?: string | null | undefined }) => {
    if (!image) return;
    await options.keepImage(image).catch((error: unknown) => log.error('profile.image', error));
  };
  return betterAuth({
    baseURL: options.baseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [options.baseUrl],
    // Where a browser lands that comes back from Google with nothing that fits.
    // What is no refusal of the library's goes on to our own handler: the library would print it to
    // the console, parameters of the statement included.
    onAPIError: { errorURL: `${options.baseUrl}/login`, throw: true },
    plugins: identity ? [googleProvider({ identity, log, keepImage: options.keepImage })] : [],
    database: authDatabase(ctx.db, log),
    emailAndPassword: {
      enabled: true,
      revokeSessionsOnPasswordReset: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      additionalFields: {
        role: { type: 'string', required: false, defaultValue: 'shopper', input: false },
      },
      async validateUserInfo({ user, source }) {
        if (source.method !== 'oauth') return undefined;
        // Whoever has an address in somebody's name must not get an account in it.
        if (user.emailVerified !== true) return { error: 'email_not_verified' };
        // The sandbox takes anyone's word, which must not make anyone an admin: not by linking, and
        // not by coming back to an account that became one since.
        if (identity?.name !== 'sandbox') return undefined;
        const [byId, byEmail] = await Promise.all([
          selectUser(ctx.db, String(user.id)),
          selectUserByEmail(ctx.db, String(user.email).toLowerCase()),
        ]);
        const isAdmin = byId?.role === 'admin' || byEmail?.role === 'admin';
        return isAdmin ? { error: 'account_not_linked' } : undefined;
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
      useSecureCookies: false,
      cookiePrefix,
      defaultCookieAttributes: cookieAttributes,
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        const password: unknown = context.body?.password;
        if (isTooLongForEmail(context.body?.email)) {
          throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: TOO_LONG_FOR_EMAIL });
        }
        if (
          context.path === '/sign-up/email' &&
          typeof password === 'string' &&
          isCommonPassword(password)
        ) {
          throw new APIError('BAD_REQUEST', {
            code: 'PASSWORD_TOO_COMMON',
            message: COMMON_PASSWORD,
          });
        }
        await turns[context.path]?.(signInTry(context)).catch((error: unknown) => {
          throw error instanceof AppError ? tooMany(error) : error;
        });
      }),
      after: createAuthMiddleware(async (context) => {
        const { newSession } = context.context;
        // Prolonging a session is no sign-in: its browser may be one that an old password let in.
        if (!newSession || context.path === '/get-session') return;
        const attempt = { ...signInTry(context), email: newSession.user.email };
        if (context.path === '/sign-in/email') await forgetSignInTries(ctx, attempt);
        context.setCookie(deviceCookie, await deviceFor(ctx, attempt), {
          ...cookieAttributes,
          maxAge: DEVICE_KNOWN_SECONDS,
        });
      }),
    },
    databaseHooks: {
      user: {
        create: {
          before: (user) => checkProfile(user, options.checkImage),
          after: async (user) => {
            await keepImage(user);
            // A mail that can't be written down must not keep anyone from signing up.
            if (user.emailVerified) return;
            await options
              .onSignUp(user.id)
              .catch((error: unknown) => noteFollowUp('sign-up.follow-up', error));
          },
        },
        update: {
          before: async (user, context) => {
            const { data } = await checkProfile(user, options.checkImage);
            const userId = context?.context.session?.user.id;
            if (data.image === undefined || !userId) return { data };
            // The library would write it without a lock: of several at once, each would let go of
            // the same old image, and those in between would be kept for good.
            await replaceImage(ctx, userId, data.image, options);
            return { data: { ...data, image: undefined } };
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
            const password: unknown = context?.body?.password;
            if (context?.path === '/sign-in/email' && typeof password === 'string') {
              if (await endStaleSignIn(ctx, session, password)) throw wrongPassword();
            }
            const cookies = context?.headers?.get('cookie') ?? '';
            await options
              .onSignIn(session.userId, cookies)
              .catch((error: unknown) => noteFollowUp('sign-in.follow-up', error));
          },
        },
      },
    },
    logger: authLogger(log),
    telemetry: { enabled: false },
  });
}

/** How long a browser is known at an account it has signed in to: as long as browsers keep a cookie. */
const DEVICE_KNOWN_SECONDS = 400 * 86_400;

/**
 * The Set-Cookie header after which a browser is known at the account of this e-mail. None where it
 * can't be made: what it comes with has been done by then, and must not look as if it had failed.
 */
export async function makeDeviceCookies(
  ctx: Ctx,
  { options }: Auth,
  email: string,
): Promise<string[]> {
  const { cookiePrefix = '', defaultCookieAttributes } = options.advanced ?? {};
  const secure = defaultCookieAttributes?.secure ? '; Secure' : '';
  const attempt = { email, address: '', device: null, secret: options.secret ?? '' };
  const value = await deviceFor(ctx, attempt).catch((error: unknown) => {
    ctx.log.error('device.cookie', error);
    return null;
  });
  if (value === null) return [];
  const cookie = `${cookiePrefix}.device=${value}; Max-Age=${DEVICE_KNOWN_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  return [cookie];
}

function wrongPassword(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  });
}

function tooMany({ message, retryAfterSeconds }: AppError): APIError {
  const headers = { 'Retry-After': String(retryAfterSeconds ?? 60) };
  return new APIError('TOO_MANY_REQUESTS', { code: 'RATE_LIMITED', message }, headers);
}

const NO_TOKENS = { idToken: null, accessToken: null, refreshToken: null };

/**
 * What to store of a profile: the name as one line, and the address of the image that was checked.
 * The forms check the same; whoever calls the library directly, and whoever comes from Google, comes
 * by here.
 */
async function checkProfile<T extends { name?: unknown; email?: unknown; image?: unknown }>(
  user: T,
  checkImage: (url: string) => Promise<string>,
): Promise<{ data: T }> {
  const refuse = (message: string) =>
    new APIError('BAD_REQUEST', { code: 'INVALID_PROFILE', message });
  const data = { ...user };
  if (user.name !== undefined) {
    const checked = name.safeParse(user.name);
    if (!checked.success) throw refuse(checked.error.issues[0]?.message ?? 'A name is needed.');
    data.name = checked.data;
  }
  if (user.email !== undefined) {
    const checked = email.safeParse(user.email);
    if (!checked.success) throw refuse(checked.error.issues[0]?.message ?? 'An email is needed.');
  }
  if (!user.image) return { data };
  const image = z.string().max(2_000).safeParse(user.image);
  if (!image.success) throw refuse('A profile image must be an address.');
  const address = await checkImage(image.data).catch((error: unknown) => {
    const refusal = findRefusal(error);
    throw refusal ? refuse(`This profile image cannot be used. ${refusal.message}`) : error;
  });
  return { data: { ...data, image: address } };
}
