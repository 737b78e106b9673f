/**
 * Owns who people are and what they may do. Promises: a role changes only here and never without an
 * audit row; there is always an admin once there was one; nobody sees another person's e-mail.
 */
import { inTransaction, lockInTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Log } from '#shared/log.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Ctx } from '../context.ts';
import {
  countAdmins,
  countUsers,
  lockUserByEmail,
  selectAdmins,
  selectUser,
  updateName,
  updateRole,
} from './accounts.store.ts';
import { type Actor, requireAdmin, requireUser, type SignedInUser } from './actor.ts';
import { type Auth, CLIENT_ADDRESS_HEADER } from './auth.ts';

export { describeGoogleError, startGoogleSignIn } from './google.ts';

/** The account that the request's session cookie belongs to; null for visitors. */
export async function findSessionUser(auth: Auth, headers: Headers): Promise<SignedInUser | null> {
  if (!headers.get('cookie')?.includes('shop.session_token')) return null;
  const session = await auth.api.getSession({ headers });
  if (!session) return null;
  const { id, email, name, image, role, emailVerified } = session.user;
  return {
    id,
    email,
    name,
    image: image ?? null,
    role: role === 'admin' ? 'admin' : 'shopper',
    emailVerified,
  };
}

/** Makes an account and signs it in. The cookies are for the answer's Set-Cookie headers. */
export function signUp(
  auth: Auth,
  input: { name: string; email: string; password: string; image: string },
  headers: Headers,
): Promise<{ cookies: string[] }> {
  return callAuth(auth, '/sign-up/email', input, headers);
}

export function signIn(
  auth: Auth,
  input: { email: string; password: string },
  headers: Headers,
): Promise<{ cookies: string[] }> {
  return callAuth(auth, '/sign-in/email', input, headers);
}

export function signOut(auth: Auth, headers: Headers): Promise<{ cookies: string[] }> {
  return callAuth(auth, '/sign-out', {}, headers);
}

/**
 * The specification's client takes "my e-mail is in this list" for "I am an admin": so admins see
 * the admins, and everyone else sees nobody.
 */
export async function listAdmins(
  ctx: Ctx,
  actor: Actor,
): Promise<{ id: string; email: string; name: string }[]> {
  return actor.user?.role === 'admin' ? selectAdmins(ctx.db) : [];
}

/** Saves the caller's own name. Another e-mail than the caller's is 403; repeating changes nothing. */
export async function saveUser(
  ctx: Ctx,
  actor: Actor,
  record: { email: string; name?: string | undefined },
): Promise<SignedInUser> {
  const user = requireUser(actor);
  if (record.email !== user.email) {
    throw new AppError('forbidden', 'You can only change your own account.');
  }
  if (record.name === undefined || record.name === user.name) return user;
  await updateName(ctx.db, user.id, record.name);
  return { ...user, name: record.name };
}

/** Makes the account with this e-mail an admin (admin). 404 for an unknown e-mail. */
export async function makeAdmin(
  ctx: Ctx,
  actor: Actor,
  email: string,
): Promise<{ matchedCount: number; modifiedCount: number }> {
  const admin = requireAdmin(actor);
  return grantAdmin(ctx, email, admin.id);
}

/** The same without asking who wants it: for `npm run make-admin` and `ADMIN_EMAILS`. */
export async function grantAdmin(
  ctx: Ctx,
  email: string,
  grantedBy: string,
): Promise<{ matchedCount: number; modifiedCount: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const user = await lockUserByEmail(tx, email.trim().toLowerCase());
    if (!user) {
      throw new AppError('not_found', 'There is no account with that e-mail address.', {
        details: { matchedCount: 0, modifiedCount: 0 },
      });
    }
    if (user.role === 'admin') return { matchedCount: 1, modifiedCount: 0 };
    await setRole(tx, user.id, 'admin', grantedBy);
    return { matchedCount: 1, modifiedCount: 1 };
  });
}

/** Takes the admin role away (admin); the last admin keeps it (409 `last_admin`). */
export async function revokeAdmin(ctx: Ctx, actor: Actor, email: string): Promise<void> {
  const admin = requireAdmin(actor);
  await inTransaction(ctx.db, async (tx) => {
    await lockInTransaction(tx, 'admins');
    const user = await lockUserByEmail(tx, email.trim().toLowerCase());
    if (user?.role !== 'admin') throw new AppError('not_found', 'That account is no admin.');
    if ((await countAdmins(tx)) === 1) {
      throw new AppError('last_admin', 'The shop needs an admin: this is the last one.');
    }
    await setRole(tx, user.id, 'shopper', admin.id);
  });
}

/** How many accounts there are, of shoppers and admins. */
export function countAccounts(ctx: Ctx): Promise<number> {
  return countUsers(ctx.db);
}

/** Makes an account that `ADMIN_EMAILS` names an admin, once its e-mail is verified. */
export async function promoteConfiguredAdmin(
  ctx: Ctx,
  userId: string,
  adminEmails: string[],
  log: Log,
): Promise<void> {
  if (adminEmails.length === 0) return;
  const user = await selectUser(ctx.db, userId);
  if (!user?.emailVerified || user.role === 'admin' || !adminEmails.includes(user.email)) return;
  await grantAdmin(ctx, user.email, 'ADMIN_EMAILS');
  log.info('admin.granted', { userId, by: 'ADMIN_EMAILS' });
}

async function setRole(
  tx: Tx,
  userId: string,
  role: 'shopper' | 'admin',
  by: string,
): Promise<void> {
  await updateRole(tx, userId, role);
  await recordAudit(tx, by, 'account.role', userId, { role });
}

// Through the library's own door, so that its limits count a form's tries as they count a call's.
async function callAuth(
  auth: Auth,
  path: string,
  body: object,
  headers: Headers,
): Promise<{ cookies: string[] }> {
  const { baseURL = '', basePath = '' } = auth.options;
  const response = await auth.handler(
    new Request(`${baseURL}${basePath}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: baseURL,
        cookie: headers.get('cookie') ?? '',
        'user-agent': headers.get('user-agent') ?? '',
        [CLIENT_ADDRESS_HEADER]: headers.get(CLIENT_ADDRESS_HEADER) ?? '',
      },
      body: JSON.stringify(body),
    }),
  );
  if (response.ok) return { cookies: response.headers.getSetCookie() };
  throw await refusalOf(response);
}

// In the shop's own words, for what people meet most.
const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'That e-mail address and password do not belong together.',
  USER_ALREADY_EXISTS: 'There is an account with this e-mail address already.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is an account with this e-mail address already.',
};

async function refusalOf(response: Response): Promise<AppError> {
  const body: { code?: string; message?: string } = await response.json().catch(() => ({}));
  const message =
    sentences[body.code ?? ''] ?? body.message ?? 'That did not work. Please try again.';
  switch (response.status) {
    case 429:
      return new AppError('rate_limited', 'Too many tries. Please wait a minute and try again.');
    case 401:
      return new AppError('unauthenticated', message);
    case 403:
      return new AppError('forbidden', message);
    default:
      return response.status < 500
        ? new AppError('invalid_request', message)
        : new AppError('internal', 'Signing in does not work right now. Please try again.', {
            cause: body,
          });
  }
}
