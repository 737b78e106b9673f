import { and, asc, eq, gt } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { orders } from '../order-tables/orders.table.ts';
import { returnPhotos } from '../order-tables/return-photos.table.ts';

type PhotoRow = typeof returnPhotos.$inferSelect;

/** The order of a photo. */
export async function selectOrderOfPhoto(db: Executor, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ orderId: returnPhotos.orderId })
    .from(returnPhotos)
    .where(eq(returnPhotos.id, id));
  return row?.orderId;
}

/** The file of a photo, a WebP. */
export async function selectPhotoFile(db: Executor, id: string): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ image: returnPhotos.image })
    .from(returnPhotos)
    .where(eq(returnPhotos.id, id));
  return row?.image;
}

/** The places and files of a return's photos, without their content. */
export function selectPhotosOf(
  db: Executor,
  returnId: string,
): Promise<Pick<PhotoRow, 'position' | 'hash'>[]> {
  return db
    .select({ position: returnPhotos.position, hash: returnPhotos.hash })
    .from(returnPhotos)
    .where(eq(returnPhotos.returnId, returnId));
}

export async function insertPhoto(
  db: Executor,
  row: typeof returnPhotos.$inferInsert,
): Promise<void> {
  await db.insert(returnPhotos).values(row);
}

/** The next photo of an account's orders, by id. */
export async function selectNextPhotoOf(
  db: Executor,
  userId: string,
  afterId: string,
): Promise<PhotoRow | undefined> {
  const [row] = await db
    .select({ photo: returnPhotos })
    .from(returnPhotos)
    .innerJoin(orders, eq(orders.id, returnPhotos.orderId))
    .where(and(eq(orders.userId, userId), gt(returnPhotos.id, afterId)))
    .orderBy(asc(returnPhotos.id))
    .limit(1);
  return row?.photo;
}
