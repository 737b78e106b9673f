/** What the shop does before and after each call of the sign-in library. */
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import { isTooLongForEmail, TOO_LONG_FOR_EMAIL } from './accounts.schema.ts';
import { DEVICE_KNOWN_SECONDS, deviceCookieName } from './device-cookie.ts';
import { COMMON_PASSWORD, isCommonPassword } from './passwords.ts';
import {
  CLIENT_ADDRESS_HEADER,
  clearSignInAttempts,
  countSignInAttempt,
  deviceFor,
  type SignInAttempt,
} from './sign-in-rate-limits.ts';
import { countSignUpAttempt } from './sign-up-rate-limits.ts';

/** The fields of a call that these hooks read. */
interface Call {
  path?: string;
  body?: { email?: unknown; password?: unknown };
  headers?: Headers | undefined;
  getCookie(name: string): string | null | undefined;
}

interface Options {
  ctx: Ctx;
  secret: string;
  cookies: { prefix: string; attributes: CookieAttributes };
}

/** The attributes of all cookies of the shop. */
export interface CookieAttributes {
  sameSite: 'lax';
  httpOnly: true;
  path: '/';
  secure: boolean;
}

export function requestHooks(options: Options) {
  const { ctx, cookies } = options;
  return {
    before: createAuthMiddleware(async (context) => {
      refuseUnfitFields(context);
      await countAttempt(ctx, context.path, signInAttempt(options, context)).catch(
        (error: unknown) => {
          throw error instanceof AppError ? tooMany(error) : error;
        },
      );
    }),
    after: createAuthMiddleware(async (context) => {
      const { newSession } = context.context;
      // Prolonging a session is no sign-in: that browser may have signed in with an old password.
      if (!newSession || context.path === '/get-session') return;
      const attempt = { ...signInAttempt(options, context), email: newSession.user.email };
      if (context.path === '/sign-in/email') await clearSignInAttempts(ctx, attempt);
      context.setCookie(deviceCookieName(cookies.prefix), await deviceFor(ctx, attempt), {
        ...cookies.attributes,
        maxAge: DEVICE_KNOWN_SECONDS,
      });
    }),
  };
}

function refuseUnfitFields(context: Pick<Call, 'path' | 'body'>): void {
  const password = context.body?.password;
  if (isTooLongForEmail(context.body?.email)) {
    throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: TOO_LONG_FOR_EMAIL });
  }
  if (
    context.path === '/sign-up/email' &&
    typeof password === 'string' &&
    isCommonPassword(password)
  ) {
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message: COMMON_PASSWORD });
  }
}

async function countAttempt(ctx: Ctx, path: string, attempt: SignInAttempt): Promise<void> {
  if (path === '/sign-in/email') await countSignInAttempt(ctx, attempt);
  if (path === '/sign-up/email') await countSignUpAttempt(ctx, attempt.address);
}

function signInAttempt({ secret, cookies }: Options, call: Call): SignInAttempt {
  return {
    // The library refuses anything but a string. `String()` throws for deeply nested lists.
    email: typeof call.body?.email === 'string' ? call.body.email : '',
    address: call.headers?.get(CLIENT_ADDRESS_HEADER) ?? '',
    device: call.getCookie(deviceCookieName(cookies.prefix)) ?? null,
    secret,
  };
}

function tooMany({ message, retryAfterSeconds }: AppError): APIError {
  const headers = { 'Retry-After': String(retryAfterSeconds ?? 60) };
  return new APIError('TOO_MANY_REQUESTS', { code: 'RATE_LIMITED', message }, headers);
}
