import { type SQL, sql } from 'drizzle-orm';
import { sessions, users } from '../accounts/accounts.table.ts';
import type { SignedInUser } from '../actor.ts';
import { unitsInOpenCart } from '../cart/cart.table.ts';

/**
 * The lookup keys of credentials. The cart token is hashed, because the database stores no cart
 * tokens.
 */
export interface VisitorKeys {
  sessionToken: string | null;
  cartTokenHash: string | null;
}

export interface VisitorRow {
  /** Null for none. Times are milliseconds since 1970. */
  session: { id: string; createdAt: number; expiresAt: number; user: SignedInUser } | null;
  /** Units in the cart: the user's, or the guest's. */
  cartCount: number;
}

/** The session in the rows `s` and `u`, as `VisitorRow` has it. */
const sessionJson = sql`json_build_object(
  'id', s.id, 'createdAt', extract(epoch from s.created_at) * 1000,
  'expiresAt', extract(epoch from s.expires_at) * 1000,
  'user', json_build_object('id', u.id, 'email', u.email, 'name', u.name, 'image', u.image,
    'role', u.role, 'emailVerified', u.email_verified))`;

/** The query for a session by its token, without the count of the cart. */
export const sessionQuery = (token: `$${number}`): SQL => sql`
  select ${sessionJson} as session
  from ${sessions} s join ${users} u on u.id = s.user_id
  where s.token = ${sql.raw(token)}`;

/**
 * The query for visitors: an SQL expression that returns a JSON array of `VisitorRow`, in the order
 * of its parameters, which are an array of session tokens and one of hashes. With inner selects
 * PostgreSQL uses one plan for every number of visitors.
 */
export const visitorsQuery = (tokens: `$${number}`, hashes: `$${number}`): SQL => sql`coalesce((
  select json_agg(json_build_object(
    'session', case when u.id is not null then ${sessionJson} end,
    'cartCount', case when u.id is null then ${unitsInOpenCart(sql`c.token_hash = a.hash`)}
      else ${unitsInOpenCart(sql`c.user_id = u.id`)} end
  ) order by a.nr)
  from unnest((select ${sql.raw(tokens)}::text[]), (select ${sql.raw(hashes)}::text[])) with ordinality as a(token, hash, nr)
  left join ${sessions} s on s.token = a.token
  left join ${users} u on u.id = s.user_id), '[]')`;
