import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';

/** Sorts accounts by the beginning of their name. The id makes it unique. */
export const nameKeyOf = ({ name, id }: Record<'name' | 'id', SQLWrapper>) =>
  sql`(lower(left(${name}, 100)) || E'\x1f' || ${id})`;

// Better Auth reads and writes these four tables and `rate_limits`. It defines the property names.
export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    /** Only `setRole` changes it, and writes the audit row with it. */
    role: text('role', { enum: ['shopper', 'admin'] })
      .notNull()
      .default('shopper'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('users_by_folded_word').using('gin', sql`to_tsvector('simple', search_fold(${t.name}))`),
    index('users_by_name').on(nameKeyOf(t)),
    index('users_by_email_start').on(sql`${t.email} text_pattern_ops`),
    index('users_admins').on(t.email).where(sql`role = 'admin'`),
    check('users_email_is_lower_case', sql`${t.email} = lower(${t.email})`),
    check('users_role_is_known', sql`${t.role} in ('shopper', 'admin')`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz('expires_at').notNull(),
    ipAddress: text('ip_address'),
    /** Enough of the header to name the device. */
    userAgent: text('user_agent'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('sessions_by_user_and_age').on(t.userId, t.createdAt, t.id),
    index('sessions_by_expiry').on(t.expiresAt),
    check('sessions_user_agent_is_short', sql`length(${t.userAgent}) <= 300`),
  ],
);

export const authAccounts = pgTable(
  'auth_accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    /** The argon2id hash, never the password. */
    password: text('password'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('auth_accounts_by_user').on(t.userId),
    uniqueIndex('auth_accounts_one_per_identity').on(t.providerId, t.accountId),
  ],
);

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    /** The email that an account gets by following the link. */
    newEmail: text('new_email'),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('verifications_by_identifier').on(t.identifier),
    index('verifications_by_expiry').on(t.expiresAt),
  ],
);

export const rateLimits = pgTable(
  'rate_limits',
  {
    id: text('id').primaryKey(),
    key: text('key').notNull().unique(),
    count: integer('count').notNull(),
    /** Milliseconds since 1970. */
    lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
  },
  (t) => [index('rate_limits_by_last_request').on(t.lastRequest)],
);
