import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { compiled } from '#db/compiled.ts';
import { deleteInBatches } from '#db/delete-in-batches.ts';
import { authAccounts, sessions, users, verifications } from './accounts.table.ts';

export function selectAdmins(db: Executor) {
  return db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(asc(users.email));
}

export async function lockUserByEmail(db: Executor, email: string) {
  const [row] = await db.select().from(users).where(eq(users.email, email)).for('update');
  return row;
}

export async function selectUser(db: Executor, id: string) {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

export function selectNames(db: Executor, ids: string[]) {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, ids));
}

export async function updateName(db: Executor, id: string, name: string): Promise<void> {
  await db.update(users).set({ name, updatedAt: sql`now()` }).where(eq(users.id, id));
}

export async function updateImage(db: Executor, id: string, image: string | null): Promise<void> {
  await db.update(users).set({ image, updatedAt: sql`now()` }).where(eq(users.id, id));
}

export async function updateRole(
  db: Executor,
  id: string,
  role: 'shopper' | 'admin',
): Promise<void> {
  await db.update(users).set({ role, updatedAt: sql`now()` }).where(eq(users.id, id));
}

export function countAdmins(db: Executor): Promise<number> {
  return db.$count(users, eq(users.role, 'admin'));
}

export function countUsers(db: Executor): Promise<number> {
  return db.$count(users);
}

export async function lockUserForUpdate(db: Executor, id: string) {
  const [row] = await db.select().from(users).where(eq(users.id, id)).for('update');
  return row;
}

/**
 * Locks an account for a change that keeps it. Others may still write rows that refer to it. The
 * lock of `lockUserForUpdate` could deadlock with them: a transaction that holds the cart or the
 * address book would wait for the account, and the one that holds the account would wait for the
 * cart.
 */
export async function lockUserForNoKeyUpdate(db: Executor, id: string) {
  const [row] = await db.select().from(users).where(eq(users.id, id)).for('no key update');
  return row;
}

export async function selectUserByEmail(db: Executor, email: string) {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row;
}

const verifiedByEmail = compiled((db) =>
  db
    .select({ isVerified: users.emailVerified })
    .from(users)
    .where(eq(users.email, sql.placeholder('email'))),
);

/** Whether an account has confirmed this address. */
export async function selectIsVerified(db: Executor, email: string): Promise<boolean> {
  const [row] = await verifiedByEmail(db).execute({ email });
  return row?.isVerified ?? false;
}

export async function markEmailVerified(db: Executor, id: string): Promise<void> {
  await db
    .update(users)
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where(eq(users.id, id));
}

/** Sets an account's email, which has been verified. */
export async function updateVerifiedEmail(db: Executor, id: string, email: string): Promise<void> {
  await db
    .update(users)
    .set({ email, emailVerified: true, updatedAt: sql`now()` })
    .where(eq(users.id, id));
}

export async function deleteUser(db: Executor, id: string): Promise<void> {
  await db.delete(users).where(eq(users.id, id));
}

const ofPassword = (userId: string) =>
  and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'credential'));

export async function selectPasswordHash(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .where(ofPassword(userId));
  return row?.hash ?? null;
}

/**
 * The password hash of the account with this email; null when the account has none, and when there
 * is no such account.
 */
export async function selectPasswordHashByEmail(
  db: Executor,
  email: string,
): Promise<string | null> {
  const [row] = await db
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .innerJoin(users, eq(users.id, authAccounts.userId))
    .where(and(eq(users.email, email), eq(authAccounts.providerId, 'credential')));
  return row?.hash ?? null;
}

/**
 * The password of an account that changed it in the last minutes; null otherwise. Waits for a
 * change that is in progress.
 */
export async function selectRecentPassword(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db
    .select({
      hash: authAccounts.password,
      isRecent: sql<boolean>`${authAccounts.updatedAt} > clock_timestamp() - interval '5 minutes'`,
    })
    .from(authAccounts)
    .where(ofPassword(userId))
    .for('share');
  return row?.isRecent ? row.hash : null;
}

/** The names of the providers that an account signs in with. */
export async function selectProviders(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ name: authAccounts.providerId })
    .from(authAccounts)
    .where(eq(authAccounts.userId, userId));
  return rows.map(({ name }) => name);
}

/** Ends all ways to sign in but the password. */
export async function deleteProviders(db: Executor, userId: string): Promise<void> {
  await db
    .delete(authAccounts)
    .where(and(eq(authAccounts.userId, userId), ne(authAccounts.providerId, 'credential')));
}

/** Sets an account's password, whether it had one or not. A new row gets `id`. */
export async function upsertPassword(
  db: Executor,
  { id, userId, hash }: { id: string; userId: string; hash: string },
): Promise<void> {
  await db
    .insert(authAccounts)
    .values({ id, userId, accountId: userId, providerId: 'credential', password: hash })
    .onConflictDoUpdate({
      target: [authAccounts.providerId, authAccounts.accountId],
      set: { password: hash, updatedAt: sql`now()` },
    });
}

/** The most sessions of an account. The next sign-in ends the oldest ones beyond it. */
export const MAX_SESSIONS = 100;

/** The newest sessions of an account. */
export function selectSessions(db: Executor, userId: string, now: Date) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(MAX_SESSIONS);
}

/**
 * Whether an account's session is still valid. Inside a transaction it stays valid until the
 * transaction ends.
 */
export async function lockSession(
  db: Executor,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .for('update');
  return rows.length > 0;
}

/** Ends a session of this account. Returns false when the account has no session of this id. */
export async function deleteSession(db: Executor, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return deleted.length > 0;
}

export async function deleteSessions(
  db: Executor,
  userId: string,
  { except = '' }: { except?: string } = {},
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, except)));
}

/**
 * Ends an account's oldest sessions beyond `MAX_SESSIONS`, in batches. The session `kept` stays.
 */
export async function deleteSurplusSessions(db: Db, userId: string, kept: string): Promise<number> {
  const { id, createdAt } = sessions;
  const oldestKept = sql`(select ${createdAt}, ${id} from ${sessions}
    where ${sessions.userId} = ${userId} order by ${createdAt} desc, ${id} desc
    limit 1 offset ${MAX_SESSIONS - 1})`;
  const due = and(
    eq(sessions.userId, userId),
    sql`(${createdAt}, ${id}) < ${oldestKept}`,
    ne(id, kept),
  );
  const rows = { table: sessions, key: [id], oldest: createdAt, due };
  return (await deleteInBatches(db, rows)).deleted;
}

export async function insertVerification(
  db: Executor,
  row: typeof verifications.$inferInsert,
): Promise<void> {
  await db.insert(verifications).values(row);
}

const stillGood = (identifier: string, now: Date) =>
  and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now));

export async function selectVerification(db: Executor, identifier: string, now: Date) {
  const [row] = await db.select().from(verifications).where(stillGood(identifier, now));
  return row;
}

export async function deleteVerification(db: Executor, identifier: string, now: Date) {
  const [row] = await db.delete(verifications).where(stillGood(identifier, now)).returning();
  return row;
}

/** Removes an account's unused verification links. */
export async function deleteVerificationsOf(db: Executor, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, userId));
}
