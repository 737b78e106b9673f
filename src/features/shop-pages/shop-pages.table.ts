import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';
import { literals } from '#db/literals.ts';
import { pageStatuses } from './shop-pages.schema.ts';

/** Pages with the owner's own text, such as 'Privacy'. */
export const shopPages = pgTable(
  'shop_pages',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    /** Slugs that it gave up, which redirect to it while no other page has them; the newest first. */
    formerSlugs: text('former_slugs').array().notNull().default(sql`'{}'`),
    /** Without formatting. */
    text: text('text').notNull(),
    /** Sanitized; empty for a text without formatting. */
    html: text('html').notNull().default(''),
    /** Customers see only published ones. */
    status: text('status', { enum: pageStatuses }).notNull().default('published'),
    /** Whether the footer links it once it is published. */
    inFooter: boolean('in_footer').notNull().default(true),
    position: integer('position').notNull(),
    /** Every edit increases it. */
    version: integer('version').notNull().default(1),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    unique('shop_pages_name_unique').on(t.name),
    unique('shop_pages_slug_unique').on(t.slug),
    check('shop_pages_name_not_blank', sql`${t.name} <> '' and char_length(${t.name}) <= 80`),
    check('shop_pages_slug_is_plain', sql`${t.slug} ~ '^[a-z0-9_-]{1,120}$'`),
    check('shop_pages_status_is_known', sql`${t.status} in (${literals(pageStatuses)})`),
    check(
      'shop_pages_text_fits',
      sql`char_length(${t.text}) <= 30000 and char_length(${t.html}) <= 30000`,
    ),
  ],
);
