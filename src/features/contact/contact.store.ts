import { desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contactMessages } from './contact.table.ts';

export async function insertMessage(
  db: Executor,
  row: typeof contactMessages.$inferInsert,
): Promise<void> {
  await db.insert(contactMessages).values(row);
}

export async function selectMessage(db: Executor, id: string) {
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  return row;
}

const writtenBy = (email: string) => eq(sql`lower(${contactMessages.email})`, email);

export function selectMessagesFrom(db: Executor, email: string) {
  return db
    .select({
      name: contactMessages.name,
      message: contactMessages.message,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(writtenBy(email))
    .orderBy(desc(contactMessages.createdAt))
    .limit(10_000);
}

export async function updateSender(db: Executor, from: string, to: string): Promise<void> {
  await db.update(contactMessages).set({ email: to }).where(writtenBy(from));
}

export async function anonymiseMessages(db: Executor, email: string): Promise<void> {
  await db.update(contactMessages).set({ name: '', email: '' }).where(writtenBy(email));
}
