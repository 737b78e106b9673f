import { eq } from 'drizzle-orm';
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
