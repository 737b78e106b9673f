import { sql } from 'drizzle-orm';
import { check, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';
import { literals } from '#db/literals.ts';
import { users } from '../accounts/accounts.table.ts';
import { viewedLists } from './saved-views.schema.ts';

/** Names that staff gave to addresses of a list. All staff of the shop see them. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: text('id').primaryKey(),
    list: text('list', { enum: viewedLists }).notNull(),
    name: text('name').notNull(),
    /** The parameters of the list's address, such as `status=draft&sort=name`. */
    params: text('params').notNull(),
    /** Who saved it; null once that account is deleted. */
    createdBy: text('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    // The views of a list are read in this order.
    unique('saved_views_one_per_name').on(t.list, t.name),
    check('saved_views_list_is_known', sql`${t.list} in (${literals(viewedLists)})`),
    check('saved_views_name_not_blank', sql`${t.name} <> ''`),
  ],
);
