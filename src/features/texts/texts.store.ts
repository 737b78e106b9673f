import { eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { shopTexts } from './texts.table.ts';

export type ShopTextRow = typeof shopTexts.$inferSelect;

/** The texts that have a row; as many as there are texts, at most. */
export function selectTexts(db: Executor): Promise<ShopTextRow[]> {
  return db.select().from(shopTexts);
}

export async function selectText(db: Executor, key: string): Promise<ShopTextRow | undefined> {
  const [row] = await db.select().from(shopTexts).where(eq(shopTexts.key, key));
  return row;
}

/** Writes a text; null resets it. Returns its new version. */
export async function writeText(db: Executor, key: string, text: string | null): Promise<number> {
  const [row] = await db
    .insert(shopTexts)
    .values({ key, text, version: 1 })
    .onConflictDoUpdate({
      target: shopTexts.key,
      set: { text, version: sql`${shopTexts.version} + 1` },
    })
    .returning({ version: shopTexts.version });
  if (!row) throw new Error(`The text ${key} was not written.`);
  return row.version;
}
