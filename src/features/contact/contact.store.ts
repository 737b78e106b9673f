import type { Executor } from '#db/client.ts';
import { contactMessages } from './contact.table.ts';

export async function insertMessage(
  db: Executor,
  row: typeof contactMessages.$inferInsert,
): Promise<void> {
  await db.insert(contactMessages).values(row);
}
