import { sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/client.ts';
import { queryPrepared } from '#db/prepared.ts';
import type { SignedInUser } from '../actor.ts';

/** A committed change of a product; without names: of everything. */
export interface CatalogChange {
  productId: string | null;
  slug: string | null;
  category: string | null;
  inLists: boolean;
}

/** What cookies say. */
export interface Shown {
  sessionToken: string | null;
  cartTokenHash: string | null;
}

export interface VisitorRow {
  /** The session's account, and when it ends, in milliseconds since 1970. Null: there is none. */
  session: (SignedInUser & { expiresAt: number }) | null;
  cartCount: number;
}

export interface Moment {
  /** What is committed, as PostgreSQL writes it. */
  snapshot: string;
  /** PostgreSQL's clock, in milliseconds. */
  at: number;
  /** What was committed since the snapshot that was named; nothing for none. */
  changes: CatalogChange[];
  /** Of those who were asked for, in that order. */
  visitors: VisitorRow[];
}

/** Every kept page waits for this; a database that is slower is taken for one that is away. */
const LIMIT_MS = 2_000;

const unitsOf = (owner: string) => `(
  select coalesce(sum(l.quantity), 0) from carts c join cart_lines l on l.cart_id = c.id
  where c.status = 'open' and ${owner})`;

// One statement, because a statement sees one snapshot. Both forms of it are asked so often that
// they are prepared; who has nobody to ask for is spared the second half, which costs more. Where the
// snapshot is the one of before, nothing at all was committed, and changes aren't looked for.
const news = `
  select pg_current_snapshot()::text as snapshot,
    (extract(epoch from now()) * 1000)::float8 as at,
    case when pg_current_snapshot()::text = $1::pg_snapshot::text then '[]'
    else coalesce((select json_agg(found) from (
      select distinct product_id as "productId", slug, category, in_lists as "inLists"
      from catalog_changes
      where transaction >= pg_snapshot_xmin($1::pg_snapshot)
        and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)
      limit $2::int
    ) found), '[]') end as changes`;
// The inner selects keep the planner from planning anew for each number of visitors.
const newsAndVisitors = `${news},
    coalesce((select json_agg(json_build_object(
      'session', case when u.id is not null then json_build_object(
        'expiresAt', extract(epoch from s.expires_at) * 1000, 'id', u.id, 'email', u.email,
        'name', u.name, 'image', u.image, 'role', u.role, 'emailVerified', u.email_verified) end,
      'cartCount', case when u.id is null then ${unitsOf('c.token_hash = a.hash')}
        else ${unitsOf('c.user_id = u.id')} end
    ) order by a.nr)
    from unnest((select $3::text[]), (select $4::text[])) with ordinality as a(token, hash, nr)
    left join sessions s on s.token = a.token
    left join users u on u.id = s.user_id), '[]') as visitors`;

/** What was committed since that snapshot, `most` changes at most, and who these visitors are. */
export async function selectMoment(
  { pool }: Pick<Database, 'pool'>,
  since: string | null,
  most: number,
  asked: Shown[],
): Promise<Moment> {
  const tokens = asked.map(({ sessionToken }) => sessionToken);
  const hashes = asked.map(({ cartTokenHash }) => cartTokenHash);
  const [text, values] =
    asked.length === 0 ? [news, [since, most]] : [newsAndVisitors, [since, most, tokens, hashes]];
  const rows = await queryPrepared<Omit<Moment, 'visitors'> & Partial<Moment>>(pool, text, values, {
    limitMs: LIMIT_MS,
  });
  const [moment] = rows;
  if (!moment) throw new Error('PostgreSQL answered no row.');
  return { visitors: [], ...moment };
}

/** The oldest transaction that is under way: everything before it is over. */
export async function selectOldestRunning(db: Executor): Promise<string> {
  const { rows } = await db.execute<{ oldest: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`,
  );
  return rows[0]?.oldest ?? '0';
}

export async function deleteChangesBefore(db: Executor, transaction: string): Promise<void> {
  await db.execute(sql`delete from catalog_changes where transaction < ${transaction}::xid8`);
}
