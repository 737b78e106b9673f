import { eq, inArray, like } from 'drizzle-orm';
import { SANDBOX_SUBJECT } from '#adapters/identity/port.ts';
import { type Executor, inTransaction } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import type { Ctx } from '../context.ts';
import { authAccounts, users } from './accounts.table.ts';
import { grantAdmin } from './accounts.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-account-list.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** Creates the demo accounts that are missing. Demo mode only. */
export async function createDemoAccounts(ctx: Ctx): Promise<void> {
  for (const { email, name, role } of DEMO_ACCOUNTS) {
    const password = await hashPassword(DEMO_PASSWORD);
    await inTransaction(ctx.db, async (tx) => {
      const id = newId('usr');
      const made = await tx
        .insert(users)
        .values({ id, email, name, emailVerified: true })
        .onConflictDoNothing()
        .returning({ id: users.id });
      if (made.length === 0) return;
      const account = { id: newId('usr'), userId: id, accountId: id, providerId: 'credential' };
      await tx.insert(authAccounts).values({ ...account, password });
    });
    // Somebody else may own the account with this address by now. The demo shop starts
    // nevertheless.
    if (role === 'admin') await grantAdmin(ctx, email, 'demo shop', { unverified: true });
  }
}

/**
 * The demo accounts in this database. Anyone can sign in to them: with the published password, or
 * through the Google sandbox, which proves no email. Production refuses to start while there are
 * any. An account that merely uses one of the addresses is not among them.
 */
export async function findDemoAccounts(db: Executor): Promise<string[]> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const found = await db
    .select({ email: users.email, hash: authAccounts.password })
    .from(users)
    .innerJoin(authAccounts, eq(authAccounts.userId, users.id))
    .where(inArray(users.email, emails));
  const open = await selectEmailsOfFake(db);
  for (const { email, hash } of found) {
    if (hash && (await verifyPassword({ hash, password: DEMO_PASSWORD }))) open.push(email);
  }
  return open;
}

async function selectEmailsOfFake(db: Executor): Promise<string[]> {
  const found = await db
    .selectDistinct({ email: users.email })
    .from(users)
    .innerJoin(authAccounts, eq(authAccounts.userId, users.id))
    .where(like(authAccounts.accountId, `${SANDBOX_SUBJECT}%`))
    .orderBy(users.email);
  return found.map(({ email }) => email);
}
