import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';

/** What a request shows of who sends it. */
export interface Shown {
  sessionToken: string | null;
  cartTokenHash: string | null;
}

export interface VisitorRow {
  /** Null: there is no such session. */
  expiresAt: number | null;
  id: string | null;
  email: string | null;
  name: string | null;
  image: string | null;
  role: 'shopper' | 'admin' | null;
  emailVerified: boolean | null;
  cartCount: number;
}

/** One row for each that is asked, in that order. */
export async function selectVisitors(db: Executor, asked: Shown[]): Promise<VisitorRow[]> {
  const tokens = asked.map(({ sessionToken }) => sessionToken);
  const hashes = asked.map(({ cartTokenHash }) => cartTokenHash);
  const unitsOf = (owner: ReturnType<typeof sql>) => sql`(
    select coalesce(sum(l.quantity), 0)::int from carts c join cart_lines l on l.cart_id = c.id
    where c.status = 'open' and ${owner})`;
  const { rows } = await db.execute<VisitorRow & Record<string, unknown>>(sql`
    select (extract(epoch from s.expires_at) * 1000)::float8 as "expiresAt",
      u.id, u.email, u.name, u.image, u.role, u.email_verified as "emailVerified",
      case when u.id is null then ${unitsOf(sql`c.token_hash = a.hash`)}
        else ${unitsOf(sql`c.user_id = u.id`)} end as "cartCount"
    from unnest(${sql.param(tokens)}::text[], ${sql.param(hashes)}::text[])
      with ordinality as a(token, hash, nr)
    left join sessions s on s.token = a.token
    left join users u on u.id = s.user_id
    order by a.nr`);
  return rows;
}
