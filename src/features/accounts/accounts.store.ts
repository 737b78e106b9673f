import { asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { users } from './accounts.table.ts';

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

export async function updateName(db: Executor, id: string, name: string): Promise<void> {
  await db.update(users).set({ name, updatedAt: sql`now()` }).where(eq(users.id, id));
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
