import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { users } from '../accounts/accounts.table.ts';
import { descriptionImages, productImages, variants } from '../catalog/catalog.table.ts';
import { categories } from '../catalog/categories.table.ts';
import { collections } from '../catalog/collections.table.ts';
import { fetchedImages, uploads } from './images.table.ts';

export type UploadRow = typeof uploads.$inferSelect;

export async function selectUpload(db: Executor, name: string): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.name, name));
  return row;
}

/** The times of this uploader's unused images, oldest first, without `exceptName`. */
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

/** Writes an upload's row. An unused one that exists goes to the new uploader. */
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
      setWhere: and(isNull(uploads.usedAt), isNull(uploads.removingAt)),
    });
}

/** Stores where an upload is served, unless a concurrent upload of the same file has done so. */
export async function markStored(
  db: Executor,
  name: string,
  image: { url: string; width: number; height: number },
): Promise<void> {
  await db
    .update(uploads)
    .set(image)
    .where(and(eq(uploads.name, name), isNull(uploads.url), isNull(uploads.removingAt)));
}

/** Stores whether an upload has a rendition for zooming. */
export async function markZoom(db: Executor, name: string, hasZoom: boolean): Promise<void> {
  await db
    .update(uploads)
    .set({ hasZoom })
    .where(and(eq(uploads.name, name), isNotNull(uploads.url), isNull(uploads.removingAt)));
}

/**
 * Whether a profile may show the upload at this address: one that a profile shows already, or one
 * that nothing shows and that was sent since then. An upload of a product is not allowed. When the
 * profile gives it up, it would be removed while orders or the undo of an import still need it.
 */
export async function isUsableByProfile(db: Executor, url: string, since: Date): Promise<boolean> {
  const isFree = and(isNull(uploads.usedAt), gt(uploads.createdAt, since));
  const isOfProfile = sql`exists (select from ${users} where ${users.image} = ${uploads.url})`;
  const found = await db
    .select({ name: uploads.name })
    .from(uploads)
    .where(and(eq(uploads.url, url), or(isFree, isOfProfile)));
  return found.length > 0;
}

/** Whether something of the shop uses the upload at this address, or used it while orders show it. */
export async function isInUse(db: Executor, url: string): Promise<boolean> {
  const found = await db
    .select({ name: uploads.name })
    .from(uploads)
    .where(and(eq(uploads.url, url), isNotNull(uploads.usedAt), isNull(uploads.removingAt)));
  return found.length > 0;
}

/** Marks the upload at this address as used; false when there is none. */
export async function markUsed(db: Executor, url: string, at: Date): Promise<boolean> {
  const marked = await db
    .update(uploads)
    .set({ usedAt: sql`coalesce(${uploads.usedAt}, ${at})` })
    .where(eq(uploads.url, url))
    .returning({ name: uploads.name });
  return marked.length > 0;
}

/** Which of these addresses are uploads. */
export async function selectUploaded(db: Executor, urls: string[]): Promise<Set<string>> {
  if (urls.length === 0) return new Set();
  const rows = await db.select({ url: uploads.url }).from(uploads).where(anyOf(uploads.url, urls));
  return new Set(rows.flatMap(({ url }) => url ?? []));
}

/** The sizes of the uploads among these addresses, in pixels. */
export async function selectSizes(
  db: Executor,
  urls: string[],
): Promise<Map<string, { width: number; height: number }>> {
  const rows = await db
    .select({ url: uploads.url, width: uploads.width, height: uploads.height })
    .from(uploads)
    .where(inArray(uploads.url, urls));
  return new Map(
    rows.flatMap(({ url, width, height }) =>
      url && width && height ? [[url, { width, height }] as const] : [],
    ),
  );
}

/** Marks the uploads among these addresses as used; returns them. */
export async function markAllUsed(db: Executor, urls: string[], at: Date): Promise<Set<string>> {
  if (urls.length === 0) return new Set();
  const marked = await db
    .update(uploads)
    .set({ usedAt: sql`coalesce(${uploads.usedAt}, ${at})` })
    .where(anyOf(uploads.url, urls))
    .returning({ url: uploads.url });
  return new Set(marked.flatMap(({ url }) => url ?? []));
}

const shown = sql`(
  exists (select from ${users} where ${users.image} = ${uploads.url})
  or exists (select from ${productImages} where ${productImages.url} = ${uploads.url})
  or exists (select from ${variants} where ${variants.imageUrl} = ${uploads.url})
  or exists (select from ${categories} where ${categories.imageUrl} = ${uploads.url})
  or exists (select from ${collections} where ${collections.imageUrl} = ${uploads.url})
  or exists (select from ${descriptionImages} where ${descriptionImages.url} = ${uploads.url})
)`;

/** Marks the upload at this address as unused, unless something shows it. */
export async function markUnused(db: Executor, url: string, at: Date): Promise<void> {
  await db
    .update(uploads)
    .set({ usedAt: null, createdAt: at })
    .where(and(eq(uploads.url, url), sql`not ${shown}`));
}

/** Marks shown images as used where that failed before, so that they are not removed. */
export async function markShownUsed(db: Executor, before: Date, at: Date): Promise<void> {
  await db
    .update(uploads)
    .set({ usedAt: at })
    .where(
      and(isNull(uploads.usedAt), lt(uploads.createdAt, before), isNotNull(uploads.url), shown),
    );
}

/**
 * Claims the oldest upload to remove: one that is unused since then and stored at this place, or
 * one of an abandoned removal. The row loses its address.
 */
export async function claimRemoval(
  db: Executor,
  {
    now,
    before,
    abandonedBefore,
    servedAt,
  }: {
    now: Date;
    before: Date;
    abandonedBefore: Date;
    servedAt: string;
  },
): Promise<string | null> {
  const due = and(
    isNull(uploads.removingAt),
    lt(uploads.createdAt, before),
    or(isNull(uploads.url), sql`starts_with(${uploads.url}, ${servedAt})`),
  );
  const next = db
    .select({ name: uploads.name })
    .from(uploads)
    .where(and(isNull(uploads.usedAt), or(due, lt(uploads.removingAt, abandonedBefore))))
    .orderBy(asc(uploads.createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(uploads)
    .set({ removingAt: now, url: null, width: null, height: null, hasZoom: null })
    .where(eq(uploads.name, sql`(${next})`))
    .returning({ name: uploads.name });
  return claimed?.name ?? null;
}

/** Which of these uploads have a row. */
export async function selectKnown(db: Executor, names: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ name: uploads.name })
    .from(uploads)
    .where(inArray(uploads.name, names));
  return new Set(rows.map(({ name }) => name));
}

/** Writes a row for stray files that marks them as being removed; false when a row exists now. */
export async function claimStray(db: Executor, name: string, now: Date): Promise<boolean> {
  const claimed = await db
    .insert(uploads)
    .values({ name, bytes: 0, uploader: 'nobody', createdAt: now, removingAt: now })
    .onConflictDoNothing()
    .returning({ name: uploads.name });
  return claimed.length > 0;
}

/** Deletes the row of an upload whose files are gone, if this removal still owns it. */
export async function finishRemoval(db: Executor, name: string, claimedAt: Date): Promise<void> {
  await db.delete(uploads).where(and(eq(uploads.name, name), eq(uploads.removingAt, claimedAt)));
  await db.delete(fetchedImages).where(eq(fetchedImages.upload, name));
}

/** The addresses of stored images by the addresses that they were fetched from. */
export async function selectFetched(db: Executor, sources: string[]): Promise<Map<string, string>> {
  if (sources.length === 0) return new Map();
  const rows = await db
    .select({ source: fetchedImages.source, url: uploads.url })
    .from(fetchedImages)
    .innerJoin(uploads, eq(uploads.name, fetchedImages.upload))
    .where(anyOf(fetchedImages.source, sources));
  return new Map(rows.flatMap(({ source, url }) => (url ? [[source, url] as const] : [])));
}

export async function upsertFetched(
  db: Executor,
  row: typeof fetchedImages.$inferInsert,
): Promise<void> {
  const { upload, fetchedAt } = row;
  await db
    .insert(fetchedImages)
    .values(row)
    .onConflictDoUpdate({ target: fetchedImages.source, set: { upload, fetchedAt } });
}
