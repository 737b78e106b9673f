/** What the shop does before and after the sign-in library writes a row. */
import { APIError } from 'better-auth/api';
import type { Tx } from '#db/client.ts';
import { findRefusal, logFault } from '#shared/errors.ts';
import type { Log } from '#shared/log.ts';
import type { Ctx } from '../context.ts';
import { checkProfile } from './check-profile.ts';
import { replaceImage } from './replace-image.ts';
import { endStaleSignIn } from './stale-sign-in.ts';

/** What others do with an account. */
export interface AccountEvents {
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
}

/** What these hooks read of the call that writes a row. */
interface Call {
  path?: string;
  body?: { password?: unknown };
  headers?: Headers | undefined;
  context: { session: { user: { id: string } } | null };
}

export function rowHooks(ctx: Ctx, events: AccountEvents) {
  return {
    user: userHooks(ctx, events),
    // Who somebody is was all that was asked; nothing that opens their account there is kept.
    account: {
      create: { before: async (account: object) => ({ data: { ...account, ...NO_TOKENS } }) },
      update: { before: async (account: object) => ({ data: { ...account, ...NO_TOKENS } }) },
    },
    session: {
      create: {
        // A cart that can't be joined must not keep anyone from signing in.
        async after(session: { id: string; userId: string }, call: Call | null) {
          const password = call?.body?.password;
          if (call?.path === '/sign-in/email' && typeof password === 'string') {
            if (await endStaleSignIn(ctx, session, password)) throw wrongPassword();
          }
          const cookies = call?.headers?.get('cookie') ?? '';
          await events
            .onSignIn(session.userId, cookies)
            .catch((error: unknown) => logFollowUp(ctx.log, 'sign-in.follow-up', error));
        },
      },
    },
  };
}

interface Profile {
  name?: unknown;
  email?: unknown;
  image?: string | null | undefined;
}

function userHooks(ctx: Ctx, events: AccountEvents) {
  return {
    create: {
      before: <User extends Profile>(user: User) => checkProfile(user, events.checkImage),
      async after(user: { id: string; emailVerified: boolean; image?: string | null | undefined }) {
        // There is an account now: an image that could not be marked must not keep it from its owner.
        if (user.image) {
          await events
            .keepImage(user.image)
            .catch((error: unknown) => ctx.log.error('profile.image', error));
        }
        // A mail that can't be written down must not keep anyone from signing up.
        if (user.emailVerified) return;
        await events
          .onSignUp(user.id)
          .catch((error: unknown) => logFollowUp(ctx.log, 'sign-up.follow-up', error));
      },
    },
    update: {
      async before<User extends Profile>(user: User, call: Call | null) {
        const { data } = await checkProfile(user, events.checkImage);
        const userId = call?.context.session?.user.id;
        if (data.image === undefined || !userId) return { data };
        // The library would write it without a lock: of several at once, each would let go of
        // the same old image, and those in between would be kept for good.
        await replaceImage(ctx, userId, data.image, events);
        return { data: { ...data, image: undefined } };
      },
    },
  };
}

// What is refused, such as one email too many, is no fault of the shop: anyone can bring it about.
function logFollowUp(log: Log, event: string, error: unknown): void {
  const refusal = findRefusal(error);
  if (refusal && refusal.status < 500) log.info(event, { code: refusal.code });
  else logFault(log, event, refusal ?? error, {});
}

function wrongPassword(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  });
}

const NO_TOKENS = { idToken: null, accessToken: null, refreshToken: null };
