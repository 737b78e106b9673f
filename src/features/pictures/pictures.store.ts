import { and, asc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { users } from '../accounts/accounts.table.ts';
import { productImages, variants } from '../catalog/catalog.table.ts';
import { uploads } from './pictures.table.ts';

export type UploadRow = typeof uploads.$inferSelect;

export async function selectUpload(db: Executor, name: string): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.name, name));
  return row;
}

/** When this uploader's unused pictures came, oldest first; `exceptName` is not counted. */
export function selectUnusedSince(
  db: Executor,
  uploader: string,
  since: Date,
  exceptName: string,
): Promise<{ createdAt: Date }[]> {
  return db
    .select({ createdAt: uploads.createdAt })
    .from(uploads)
    .where(
      and(
        eq(uploads.uploader, uploader),
        isNull(uploads.usedAt),
        gt(uploads.createdAt, since),
        ne(uploads.name, exceptName),
      ),
    )
    .orderBy(asc(uploads.createdAt));
}

/** Writes an upload down; one that is there and unused is the new uploader's from now on. */
export async function upsertUnused(
  db: Executor,
  row: { name: string; bytes: number; uploader: string; createdAt: Date },
): Promise<void> {
  const { uploader, createdAt } = row;
  await db
    .insert(uploads)
    .values(row)
    .onConflictDoUpdate({
      target: uploads.name,
      set: { uploader, createdAt },
      setWhere: isNull(uploads.usedAt),
    });
}

export async function markStored(
  db: Executor,
  name: string,
  picture: { url: string; width: number; height: number },
): Promise<void> {
  await db.update(uploads).set(picture).where(eq(uploads.name, name));
}

/** Marks the upload that is served here as used; false when there is none. */
export async function markUsed(db: Executor, url: string, at: Date): Promise<boolean> {
  const marked = await db
    .update(uploads)
    .set({ usedAt: sql`coalesce(${uploads.usedAt}, ${at})` })
    .where(eq(uploads.url, url))
    .returning({ name: uploads.name });
  return marked.length > 0;
}

/** Marks the upload that is served here as unused, unless a product or a profile shows it. */
export async function markUnused(db: Executor, url: string, at: Date): Promise<void> {
  await db
    .update(uploads)
    .set({ usedAt: null, createdAt: at })
    .where(
      and(
        eq(uploads.url, url),
        sql`not exists (select from ${users} where ${users.image} = ${url})`,
        sql`not exists (select from ${productImages} where ${productImages.url} = ${url})`,
        sql`not exists (select from ${variants} where ${variants.imageUrl} = ${url})`,
      ),
    );
}

const unusedBefore = (before: Date) => and(isNull(uploads.usedAt), lt(uploads.createdAt, before));

export function selectUnusedBefore(
  db: Executor,
  before: Date,
  limit: number,
): Promise<{ name: string }[]> {
  return db
    .select({ name: uploads.name })
    .from(uploads)
    .where(unusedBefore(before))
    .orderBy(asc(uploads.createdAt))
    .limit(limit);
}

/** Deletes an upload that is still as old and unused; false when it no longer is. */
export async function deleteUnused(db: Executor, name: string, before: Date): Promise<boolean> {
  const deleted = await db
    .delete(uploads)
    .where(and(eq(uploads.name, name), unusedBefore(before)))
    .returning({ name: uploads.name });
  return deleted.length > 0;
}
