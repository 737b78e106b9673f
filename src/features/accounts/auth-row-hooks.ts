/** What the shop does before and after the sign-in library writes a row. */
import { APIError } from 'better-auth/api';
import type { Tx } from '#db/client.ts';
import { findRefusal, logFault } from '#shared/errors.ts';
import type { Log } from '#shared/log.ts';
import type { Ctx } from '../context.ts';
import { checkProfile } from './check-profile.ts';
import { emailChanged, notedEmail } from './linked-email.ts';
import { replaceImage } from './replace-image.ts';
import { endSurplusSessions } from './sessions.ts';
import { endStaleSignIn, endWithoutGoogle } from './stale-sign-in.ts';

/** What other features do when an account changes. */
export interface AccountEvents {
  /** Returns the address to store for a profile image; refuses one that a profile may not show. */
  checkImage(url: string): Promise<string>;
  /** Runs when a profile begins to show this image, in the given transaction. */
  markImageUsed(url: string, tx?: Tx): Promise<void>;
  /** Runs when a profile no longer shows this image. */
  releaseImage(url: string): Promise<void>;
  /** Runs after every sign-in and sign-up. `cookies` is the request's Cookie header. */
  onSignIn(userId: string, cookies: string): Promise<void>;
  /** Runs after every sign-up with a password. */
  onSignUp(userId: string): Promise<void>;
}

/** The fields of the writing call that these hooks read. */
interface Call {
  path?: string;
  body?: { email?: unknown; password?: unknown };
  headers?: Headers | undefined;
  context: { session: { user: { id: string } } | null };
}

export function rowHooks(ctx: Ctx, events: AccountEvents) {
  return {
    user: userHooks(ctx, events),
    // The shop needs only the identity, so it stores no tokens for the person's account at the
    // provider.
    account: {
      create: {
        before: async (account: object, call: Call | null) => ({
          data: { ...account, ...NO_TOKENS, linkedEmail: notedEmail(call) },
        }),
      },
      update: { before: async (account: object) => ({ data: { ...account, ...NO_TOKENS } }) },
    },
    session: {
      create: {
        // The beginning of the header is enough to name the device. A whole header may have 16 KB,
        // and the row is stored for weeks.
        before: async <Session extends { userAgent?: string | null | undefined }>(
          session: Session,
        ) => ({
          data: { ...session, userAgent: session.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null },
        }),
        // A cart that can't be joined must not prevent the sign-in.
        async after(session: { id: string; userId: string }, call: Call | null) {
          if (call?.path === '/sign-in/email') {
            const email = String(call.body?.email);
            const password = String(call.body?.password);
            if (await endStaleSignIn(ctx, session, { email, password })) throw wrongPassword();
          }
          if (call?.path?.startsWith('/callback/') && (await endWithoutGoogle(ctx, session))) {
            throw emailChanged();
          }
          await endSurplusSessions(ctx, session.userId, { except: session.id }).catch(
            (error: unknown) => logFollowUp(ctx.log, 'sign-in.follow-up', error),
          );
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
        // The account exists by now. A failure to mark the image as used must not fail the sign-up.
        if (user.image) {
          await events
            .markImageUsed(user.image)
            .catch((error: unknown) => ctx.log.error('profile.image', error));
        }
        // A failure to enqueue the email must not fail the sign-up.
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
        // The library would write it without a lock. Concurrent changes would then all release the
        // same old image, and the images in between would never be removed.
        await replaceImage(ctx, userId, data.image, events);
        return { data: { ...data, image: undefined } };
      },
    },
  };
}

// A refusal, such as one email too many, is no fault of the shop: anyone can cause it.
function logFollowUp(log: Log, event: string, error: unknown): void {
  const refusal = findRefusal(error);
  if (refusal && refusal.status < 500) log.info(event, { code: refusal.code });
  else logFault(log, event, error);
}

function wrongPassword(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  });
}

/** In characters; the table has the same limit. */
const LONGEST_USER_AGENT = 300;

const NO_TOKENS = { idToken: null, accessToken: null, refreshToken: null };
