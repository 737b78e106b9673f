import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from '#db/columns.ts';
import { MOST_RETURN_PHOTOS } from './return-photos.schema.ts';
import { returns } from './returns.table.ts';

/**
 * Photos that customers add to returns. They may show people, so their bytes are here and not in
 * the image store, whose files are public. Triggers refuse photos of returns that have ended, set
 * `ended_at`, and delete the photos of a withdrawn return.
 */
export const returnPhotos = pgTable(
  'return_photos',
  {
    id: text('id').primaryKey(),
    returnId: text('return_id').notNull(),
    orderId: text('order_id').notNull(),
    /** Counted from 1, so that the database limits how many a return has. */
    position: integer('position').notNull(),
    /** The SHA-256 of the file that was sent, so that a repeat is the same photo. */
    hash: text('hash').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** A WebP that the shop encoded. */
    image: bytea('image').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** When its return was closed or declined; it is removed some time after that. */
    endedAt: timestamptz('ended_at'),
  },
  (t) => [
    unique('return_photos_one_per_place').on(t.returnId, t.position),
    unique('return_photos_one_per_file').on(t.returnId, t.hash),
    index('return_photos_of_order').on(t.orderId),
    index('return_photos_ended').on(t.endedAt).where(sql`ended_at is not null`),
    foreignKey({
      name: 'return_photos_of_return',
      columns: [t.returnId, t.orderId],
      foreignColumns: [returns.id, returns.orderId],
    }),
    check(
      'return_photos_are_few',
      sql`${t.position} between 1 and ${sql.raw(String(MOST_RETURN_PHOTOS))}`,
    ),
    check('return_photos_hash_is_one', sql`${t.hash} ~ '^[0-9a-f]{64}$'`),
    check('return_photos_size_fits', sql`least(${t.width}, ${t.height}) > 0`),
    check('return_photos_are_small', sql`octet_length(${t.image}) between 1 and 2000000`),
  ],
);
