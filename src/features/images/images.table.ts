import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';

/** Uploaded images. Unused ones are removed after a day: see `removeUnusedImages`. */
export const uploads = pgTable(
  'uploads',
  {
    /** The start of the file's SHA-256, and the name of its renditions. */
    name: text('name').primaryKey(),
    /** The address of its main rendition; null until all are stored. */
    url: text('url').unique(),
    width: integer('width'),
    height: integer('height'),
    /** Whether it has a rendition for zooming; null while nobody has asked for one. */
    hasZoom: boolean('has_zoom'),
    /** The size of the uploaded file. */
    bytes: integer('bytes').notNull(),
    /**
     * The account, or the hash of a guest's address. For an unused image, it is the last sender.
     */
    uploader: text('uploader').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Null until a product or a profile shows it. */
    usedAt: timestamptz('used_at'),
    /** When the removal of its files began. The row is deleted after them. */
    removingAt: timestamptz('removing_at'),
  },
  (t) => [
    index('uploads_unused').on(t.createdAt).where(sql`used_at is null`),
    index('uploads_unused_by_uploader').on(t.uploader, t.createdAt).where(sql`used_at is null`),
    check('uploads_name_is_a_hash', sql`${t.name} ~ '^[0-9a-f]{32}$'`),
    check('uploads_stored_whole', sql`num_nulls(${t.url}, ${t.width}, ${t.height}) in (0, 3)`),
    check('uploads_used_are_stored', sql`${t.usedAt} is null or ${t.url} is not null`),
    check('uploads_with_zoom_are_stored', sql`${t.hasZoom} is null or ${t.url} is not null`),
    check('uploads_removed_have_no_address', sql`${t.removingAt} is null or ${t.url} is null`),
  ],
);

/** Uploads that the shop fetched itself, by the address that they were fetched from. */
export const fetchedImages = pgTable(
  'fetched_images',
  {
    source: text('source').primaryKey(),
    /** The name of the upload, which may have been removed since. */
    upload: text('upload').notNull(),
    fetchedAt: timestamptz('fetched_at').notNull(),
  },
  (t) => [
    index('fetched_images_by_upload').on(t.upload),
    check('fetched_images_source_is_short', sql`length(${t.source}) <= 2000`),
  ],
);
