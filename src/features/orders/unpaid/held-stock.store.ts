import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { users } from '../../accounts/accounts.table.ts';
import { variants } from '../../catalog/catalog.table.ts';
import { orders } from '../../order-tables/orders.table.ts';
import type { HolderKey } from '../order-requests.schema.ts';

/** What an account or network reserves. */
export interface HolderRow extends HolderKey {
  [column: string]: unknown;
  name: string | null;
  email: string | null;
  emailVerified: boolean | null;
  orders: number;
  units: number;
  minor: number;
  percent: number;
  firstDueAt: string;
  releasing: number;
  /** Any of its orders. */
  orderId: string;
}

// As a value, so that PostgreSQL computes it when the first row needs it.
const stockUnits = sql`(select stock.units from stock)`;

const heldSums = sql`count(*)::int as orders, coalesce(sum(units), 0)::float8 as units,
  sum(total_minor)::float8 as minor, min(payment_due_at) as first_due_at,
  count(released_by)::int as releasing, min(id) as order_id`;

/**
 * Reads holders from the unpaid orders that `where` selects. The whole stock is counted once, and only
 * for a holder whose other conditions fit: it reads all variants.
 */
async function readHolders(db: Executor, where: SQL, having: SQL, limit: number) {
  const { rows } = await db.execute<HolderRow>(sql`
    with unpaid as (
      select id, user_id, network, units, total_minor, payment_due_at, released_by
      from ${orders} where status = 'pending' and ${where}
    ), held as (
      select 'account' as kind, user_id as key, ${heldSums} from unpaid
      where user_id is not null group by user_id
      union all
      select 'network', network, ${heldSums} from unpaid where network is not null group by network
    ), stock as materialized (
      select greatest(1, (select coalesce(sum(on_hand), 0) from ${variants})
        + (select coalesce(sum(units), 0) from ${orders} where status = 'pending')) as units
    )
    select h.kind, h.key, u.name, u.email, u.email_verified as "emailVerified", h.orders, h.units,
      h.minor, floor(h.units::bigint * 100 / ${stockUnits})::int as percent,
      to_json(h.first_due_at)#>>'{}' as "firstDueAt", h.releasing, h.order_id as "orderId"
    from held h left join ${users} u on h.kind = 'account' and u.id = h.key
    where ${having}
    order by h.units desc, h.kind, h.key limit ${limit}`);
  return rows;
}

/** Holders of at least this many units and this percentage of all; those with the most first. */
export function selectHolders(
  db: Executor,
  { percent, units, limit }: { percent: number; units: number; limit: number },
): Promise<HolderRow[]> {
  const having = sql`h.units >= ${units} and h.units::bigint * 100 >= ${stockUnits} * ${percent}::float8`;
  return readHolders(db, sql`true`, having, limit);
}

/** What one account or network reserves; undefined for nothing. */
export async function selectHolder(
  db: Executor,
  holder: HolderKey,
): Promise<HolderRow | undefined> {
  const [row] = await readHolders(db, ofHolder(holder), sql`h.kind = ${holder.kind}`, 1);
  return row;
}

/**
 * Marks all orders of a holder for release. Stores who requested it, and returns how much they
 * reserve.
 */
export async function markForRelease(db: Executor, holder: HolderKey, by: string) {
  const { rows } = await db.execute<{ orders: number; units: number; minor: number }>(sql`
    with held as (
      select id, units, total_minor from ${orders}
      where status = 'pending' and released_by is null and ${ofHolder(holder)}
      order by id for update
    ), marked as (
      update ${orders} set released_by = ${by} from held where orders.id = held.id
      returning held.units, held.total_minor
    )
    select count(*)::int as orders, coalesce(sum(units), 0)::float8 as units,
      coalesce(sum(total_minor), 0)::float8 as minor from marked`);
  return rows[0] ?? { orders: 0, units: 0, minor: 0 };
}

/** Orders to release, of one holder if given. */
export function selectToRelease(db: Executor, limit: number, holder?: HolderKey) {
  return (
    db
      .select({ id: orders.id, releasedBy: sql<string>`${orders.releasedBy}` })
      .from(orders)
      .where(
        and(
          eq(orders.status, 'pending'),
          sql`${orders.releasedBy} is not null`,
          holder && ofHolder(holder),
        ),
      )
      // The order is random, so that orders for which the provider fails don't block the others.
      .orderBy(sql`random()`)
      .limit(limit)
  );
}

export function countToRelease(db: Executor, holder: HolderKey): Promise<number> {
  return db.$count(
    orders,
    and(eq(orders.status, 'pending'), sql`${orders.releasedBy} is not null`, ofHolder(holder)),
  );
}

/**
 * Extends open orders of accounts whose email was verified meanwhile: those of one account, or all
 * that are due before then.
 */
export async function extendVerified(
  db: Executor,
  whose: { userId: string } | { dueBefore: Date },
): Promise<void> {
  const mine =
    'userId' in whose
      ? sql`o.user_id = ${whose.userId}`
      : sql`o.payment_due_at <= ${whose.dueBefore.toISOString()}::timestamptz`;
  await db.execute(sql`
    update ${orders} o set payment_due_at = o.verified_due_at, verified_due_at = null
    from ${users} u where u.id = o.user_id and u.email_verified and o.status = 'pending'
      and o.verified_due_at is not null and ${mine}`);
}

function ofHolder({ kind, key }: HolderKey): SQL {
  return kind === 'account' ? eq(orders.userId, key) : eq(orders.network, key);
}

/** The account or network of an unpaid order. */
export async function selectHolderKey(
  db: Executor,
  orderId: string,
  kind: HolderKey['kind'],
): Promise<HolderKey | undefined> {
  const column = kind === 'account' ? orders.userId : orders.network;
  const [row] = await db
    .select({ key: column })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.status, 'pending')));
  return row?.key ? { kind, key: row.key } : undefined;
}
