import { type AnyColumn, sql } from 'drizzle-orm';
import {
  boolean,
  char,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';
import { users } from '../accounts/accounts.table.ts';
import { type AddressFieldName, addressLimits } from './addresses.schema.ts';

/** The columns of a postal address: of the address book, and of an order's own copy. */
export const addressColumns = () => ({
  recipient: text('recipient').notNull(),
  company: text('company'),
  line1: text('line1').notNull(),
  line2: text('line2'),
  city: text('city'),
  region: text('region'),
  postcode: text('postcode'),
  /** ISO 3166-1 alpha-2. */
  country: char('country', { length: 2 }).notNull(),
  /** E.164. */
  phone: text('phone'),
});

/** The checks of these columns: no part is blank or too long, the phone is E.164. */
export function addressChecks(table: string, t: Record<AddressFieldName, AnyColumn>) {
  const parts = ['recipient', 'company', 'line1', 'line2', 'city', 'region', 'postcode'] as const;
  return [
    ...parts.map((name) =>
      check(
        `${table}_${name}_fits`,
        sql`char_length(${t[name]}) between 1 and ${sql.raw(String(addressLimits[name]))}`,
      ),
    ),
    check(`${table}_country_is_code`, sql`${t.country} ~ '^[A-Z]{2}$'`),
    check(`${table}_phone_is_e164`, sql`${t.phone} ~ '^\\+[1-9][0-9]{4,14}$'`),
  ];
}

/** The address book of an account. */
export const addresses = pgTable(
  'addresses',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isDefault: boolean('is_default').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    ...addressColumns(),
  },
  (t) => [
    index('addresses_by_user').on(t.userId, t.id),
    uniqueIndex('addresses_one_default').on(t.userId).where(sql`is_default`),
    ...addressChecks('addresses', t),
  ],
);
