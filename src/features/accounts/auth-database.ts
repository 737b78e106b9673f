import { BetterAuthError } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { type Db, inTransaction, type Tx } from '#db/client.ts';
import { brokenConstraint, sqlState } from '#db/database-error.ts';
import { AppError, findRefusal } from '#shared/errors.ts';
import type { Log } from '#shared/log.ts';
import { selectUser } from './accounts.store.ts';
import { authAccounts, rateLimits, sessions, users, verifications } from './accounts.table.ts';
import { emailChanged } from './linked-email.ts';

const EMAIL_IS_TAKEN = 'users_email_unique';

type Adapter = ReturnType<typeof drizzleAdapter>;
type Create = ReturnType<Adapter>['create'];

/** Our tables for Better Auth. */
export function authDatabase(db: Db, log: Log): Adapter {
  return (options) => {
    const inner = adapterOn(db)(options);
    const whole = { ...inner, create: checkingLinks(db, inner.create, options) };
    return {
      ...refusing(whole, log),
      // In it the library makes accounts, which nobody else knows yet.
      transaction: (work) => inner.transaction((tx) => work(refusing(tx, log))),
    };
  };
}

function adapterOn(db: Db | Tx): Adapter {
  return drizzleAdapter(db, {
    provider: 'pg',
    schema: {
      user: users,
      session: sessions,
      account: authAccounts,
      verification: verifications,
      rateLimit: rateLimits,
    },
  });
}

/**
 * Links an identity only while its account has the email by which the library found the account. The
 * insert waits for a change of that email. A change that begins later waits for this transaction, and
 * ends the link.
 */
function checkingLinks(db: Db, create: Create, options: Parameters<Adapter>[0]): Create {
  const link: Create = (row) =>
    inTransaction(db, async (tx) => {
      const created = await adapterOn(tx)(options).create(row);
      const { userId, linkedEmail } = row.data as { userId?: unknown; linkedEmail?: unknown };
      // A statement of its own sees the change that the insert waited for.
      const user = await selectUser(tx, String(userId));
      if (user?.email !== linkedEmail) throw emailChanged();
      return created as never;
    });
  return (row) => {
    const { providerId } = row.data as { providerId?: unknown };
    return row.model === 'account' && providerId !== 'credential' ? link(row) : create(row);
  };
}

// Without this, the library reports each failure here as a mistake in the sign-up, unless it is one
// of the library's own errors. Rate limit rows are excepted: the library counts a request before it
// handles it, where nothing turns its own errors into a response.
function refusing<T extends Pick<ReturnType<Adapter>, 'create'>>(adapter: T, log: Log): T {
  const refuse = (error: unknown): never => {
    // Of two sign-ups at once, the second gets here.
    if (brokenConstraint(error) === EMAIL_IS_TAKEN) {
      throw new APIError('UNPROCESSABLE_ENTITY', {
        // What the library says to one that comes later.
        code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
        message: 'User already exists. Use another email.',
      });
    }
    const refusal = findRefusal(error);
    if (refusal?.code !== 'unavailable') throw error;
    const { code, message, retryAfterSeconds } = refusal;
    log.warn('auth.unavailable', { why: sqlState(error) ?? code });
    throw new APIError(
      'SERVICE_UNAVAILABLE',
      { code: 'UNAVAILABLE', message },
      { 'Retry-After': String(retryAfterSeconds) },
    );
  };
  const create: typeof adapter.create = (row) =>
    row.model === 'rateLimit' ? adapter.create(row) : (adapter.create(row).catch(refuse) as never);
  return { ...adapter, create };
}

/**
 * Writes the library's messages to our log: failures only, because anyone can cause the others. A
 * return from Google with a wrong or expired state is no failure.
 */
export function authLogger(log: Log) {
  return {
    level: 'error' as const,
    log(_level: string, message: string, ...args: unknown[]) {
      const error = args.find((arg) => arg instanceof Error && !(arg instanceof APIError));
      if (!error || error instanceof AppError) return;
      const code = refusedState(error);
      if (code) log.info('auth.state_refused', { code });
      else log.error('auth.failed', error, { message });
    },
  };
}

// The library does not export this class.
function refusedState(error: unknown): string | null {
  const code = error instanceof BetterAuthError && 'code' in error ? String(error.code) : '';
  return /^state_(?:invalid|mismatch|not_found|security_mismatch)$/.test(code) ? code : null;
}
