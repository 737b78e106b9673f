import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { countOfWays, fewOrNone } from '#db/few-or-some.ts';
import { firstOfMany } from '#db/first-of-many.ts';
import { newestFirst } from '#db/keyset.ts';
import { literals } from '#db/literals.ts';
import { startingWith } from '#db/pattern.ts';
import { nameKeyOf, users } from '../accounts/accounts.table.ts';
import { sumsOfOpenCart } from '../cart/cart.table.ts';
import { orders } from '../order-tables/orders.table.ts';
import { openReturnStatuses } from '../order-tables/return-status.schema.ts';
import { returns } from '../order-tables/returns.table.ts';
import { payments, refundedOfPayment } from '../payments/payments.table.ts';
import { type CustomerSort, MOST_SUMMED } from './customers.schema.ts';
import {
  type CustomerSearch,
  fitsSearch,
  isCustomer,
  waysToFind,
  waysToFit,
} from './search-conditions.ts';

/**
 * What the sorts are by. Ids begin with the time of their account. Each is unique and never null, so
 * that one value is the cursor, and has an index.
 */
const sortedBy = {
  newest: { by: users.id, down: true },
  name: { by: nameKeyOf(users), down: false },
  email: { by: users.email, down: false },
} satisfies Record<CustomerSort, { by: SQLWrapper; down: boolean }>;

interface Window {
  limit: number;
  after: string | null;
  mostOrders: number | null;
  /** As far as the list is read for a text that finds many. */
  far?: number | undefined;
}

/**
 * The customers that fit, after the given one. Only the orders of this page are summed, and of each
 * customer at most `mostOrders`; null means all.
 */
export function selectCustomers(
  db: Executor,
  search: CustomerSearch & { sort: CustomerSort },
  { limit, after, mostOrders, far }: Window,
) {
  const { by, down } = sortedBy[search.sort];
  const direction = sql.raw(down ? 'desc' : 'asc');
  const rest = after === null ? undefined : sql`${by} ${sql.raw(down ? '<' : '>')} ${after}`;
  const orderOf = (key: SQLWrapper) => [sql`${key} ${direction}`];
  // Few customers are sorted without an index: see `ofFew` in `db/keyset.ts`.
  const key = search.fitting ? sql`coalesce(${by}, ${by})` : by;
  const page =
    search.fitting || search.text === null
      ? sql`array(${db
          .select({ id: users.id })
          .from(users)
          .where(and(fitsSearch(search), rest))
          .orderBy(...orderOf(key))
          .limit(limit)})`
      : firstOfMany({
          ...{ table: users, id: users.id, by, orderOf, limit, rest, far },
          fits: fitsSearch(search),
          found: waysToFit(search.text).map((where) => ({ where })),
        });
  return db
    .select({ ...columns, sortValue: sql<string>`${by}` })
    .from(users)
    .innerJoinLateral(sumsOf(mostOrders), sql`true`)
    .where(sql`${users.id} = any(${page})`)
    .orderBy(...orderOf(by))
    .limit(limit);
}

/** How many customers there are; stops at `most`. */
export function countCustomersUpTo(db: Executor, most: number): Promise<number> {
  const some = db.select({ id: users.id }).from(users).where(isCustomer).limit(most);
  return db.$count(some.as('some'));
}

/** The ids of the customers who fit a text; null when there are more than `most`. */
export async function selectFitting(
  db: Executor,
  text: string,
  most: number,
): Promise<string[] | null> {
  const { ids, areAll } = await fewOrNone(db, users, waysToFind(text), most);
  return areAll ? ids : null;
}

/** How many customers fit a text; stops at `most`. */
export function countFittingUpTo(db: Executor, text: string, most: number): Promise<number> {
  return countOfWays(db, waysToFind(text), most);
}

/**
 * The first emails, by letters, that guests ordered with and no account has. Reads one entry of the
 * index of guests' orders for each email, however many orders it has.
 */
export async function selectGuestEmails(
  db: Executor,
  text: string,
  limit: number,
): Promise<string[]> {
  const next = (rest: SQL) => sql`(
    select o.email from ${orders} o
    where o.is_guest and o.email like ${startingWith(text.toLowerCase())} ${rest}
    order by o.email using ~<~ limit 1
  )`;
  const { rows } = await db.execute<{ email: string }>(sql`
    with recursive guests as (
      ${next(sql``)}
      union all
      select following.email from guests
      cross join lateral ${next(sql`and o.email ~>~ guests.email`)} following
    )
    select email from guests
    where not exists (select from ${users} u where u.email = guests.email) limit ${limit}`);
  return rows.map(({ email }) => email);
}

/** The most customers that are found by name, and the most by email, before they are sorted. */
const MOST_FOUND = 200;

/** The first customers, sorted by name, who fit a text. */
export function selectFound(db: Executor, text: string, limit: number) {
  const some = waysToFind(text).map((way) => sql`(${way} limit ${MOST_FOUND})`);
  return (
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      // As an array, so that the planner looks the accounts up one by one.
      .where(sql`${users.id} = any(array(${sql.join(some, sql` union `)}))`)
      .orderBy(sql`lower(${users.name})`, users.id)
      .limit(limit)
  );
}

/** One account with its sums and its cart. */
export async function selectCustomer(db: Executor, id: string) {
  const [row] = await db
    .select({
      ...columns,
      role: users.role,
      unpaidOrders: sql<number>`sums.unpaid`,
      deletedOrders: sql<number>`sums.deleted`,
      openReturns: sql<number>`sums.open_returns`,
      cart: sumsOfOpenCart(sql`c.user_id = users.id`),
    })
    .from(users)
    .innerJoinLateral(sumsOf(MOST_SUMMED), sql`true`)
    .where(eq(users.id, id));
  return row;
}

const paidLessRefunds = sql`coalesce(sum(p.amount_minor - ${refundedOfPayment}), 0)`;

/** What was paid for an order `o` and for the dearer exchanges of its returns, less refunds. */
const spentOn = sql`(
  select ${paidLessRefunds} from ${payments} p where p.order_id = o.id and p.status = 'captured'
) + (
  select ${paidLessRefunds} from ${returns} r
  join ${payments} p on p.return_id = r.id and p.status = 'captured' where r.order_id = o.id
)`;

/**
 * The sums of the newest orders of an account: at most so many, or all. One more is read, to know
 * whether there are others.
 */
const sumsOf = (most: number | null) => sql`(
  select coalesce(max(o.read) > ${most}::int, false) as more,
    (count(*) filter (where o.status <> 'cancelled'))::int as orders,
    (count(*) filter (where o.status <> 'cancelled' and o.archived_at is not null))::int as deleted,
    (count(*) filter (where o.status = 'pending' and o.archived_at is null))::int as unpaid,
    (count(*) filter (where o.return_status in (${literals(openReturnStatuses)})))::int as open_returns,
    max(o.created_at) filter (where o.status <> 'cancelled') as last_order_at,
    coalesce(sum(case when o.status = 'paid' then ${spentOn} end), 0)::bigint as spent
  from (
    select newest.*, count(*) over () as read,
      row_number() over (order by newest.created_at desc, newest.id desc) as nr
    from (
      select id, status, return_status, created_at, archived_at from ${orders}
      where ${orders.userId} = users.id
      order by ${sql.join(newestFirst(orders.createdAt, orders.id), sql`, `)}
      limit ${most === null ? null : most + 1}
    ) newest
  ) o
  where ${most === null ? sql`true` : sql`o.nr <= ${most}`}
) sums`;

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  createdAt: users.createdAt,
  orders: sql<number>`sums.orders`,
  spentMinor: sql<number>`sums.spent`.mapWith(Number),
  lastOrderAt: sql<Date | null>`sums.last_order_at`.mapWith(orders.createdAt),
  hasMore: sql<boolean>`sums.more`,
};
