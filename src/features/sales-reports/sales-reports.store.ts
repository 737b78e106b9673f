import { type SQL, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import type { DaySales } from './sales-reports.schema.ts';

const ofPayment = sql`payments p on p.id = l.payment_id`;
/** For the last entries: PostgreSQL expects a third of the ledger and would read all payments. */
const ofFewPayments = sql`lateral (
  select return_id, status from payments where id = l.payment_id offset 0) p on true`;

/** The sums of some entries of the ledger by day of a time zone and currency. */
const sums = (of: SQL, joined: SQL, timeZone: string) => sql`
  select (l.at at time zone ${timeZone})::date as day, l.currency,
    count(*) filter (
      where l.kind = 'capture' and p.return_id is null and p.status <> 'refunded'
    )::int as orders,
    coalesce(sum(l.amount_minor) filter (where l.kind = 'capture'), 0)::bigint as captured_minor,
    coalesce(-sum(l.amount_minor) filter (where l.kind <> 'capture'), 0)::bigint as refunded_minor
  from ledger_entries l join ${joined}
  where ${of}
  group by 1, 2`;

/**
 * Days with sales, the oldest first: the sums, and the entries of the ledger after them. Sums for the
 * days of another time zone, or of two, don't count.
 */
export async function selectDays(
  db: Executor,
  { first, currency, timeZone }: { first: string; currency: string; timeZone: string },
): Promise<DaySales[]> {
  const progress = sql`sales_progress where time_zone = ${timeZone} and zoned_to = summed_to`;
  const rest = sql`l.id > coalesce((select summed_to from ${progress}), 0)`;
  const { rows } = await db.execute<{
    day: string;
    orders: number;
    captured: string;
    refunded: string;
  }>(sql`
    select day::text as day, sum(orders)::int as orders,
      sum(captured_minor)::bigint as captured, sum(refunded_minor)::bigint as refunded
    from (
      select day, currency, orders, captured_minor, refunded_minor from daily_sales
      where exists (select from ${progress})
      union all ${sums(rest, ofFewPayments, timeZone)}
    ) each
    where day >= ${first}::date and currency = ${currency}
    group by day order by day`);
  return rows.map(({ day, orders, captured, refunded }) => ({
    ...{ day, orders },
    ...{ capturedMinor: Number(captured), refundedMinor: Number(refunded) },
  }));
}

export interface Progress {
  summedTo: number;
  seenTo: number;
  /** Since when the newest entry was seen, by the database's clock; negative if that was set back. */
  seenForMs: number;
  /** Whose days all sums are for; null if they are for days of two time zones. */
  timeZone: string | null;
}

/** How far the sums are, locked; undefined before the first run. */
export async function lockProgress(tx: Tx): Promise<Progress | undefined> {
  const { rows } = await tx.execute<{
    summed_to: string;
    seen_to: string;
    seen_for: number;
    time_zone: string | null;
  }>(sql`
    select summed_to, seen_to, case when zoned_to = summed_to then time_zone end as time_zone,
      (extract(epoch from clock_timestamp() - seen_at) * 1000)::float8 as seen_for
    from sales_progress for update`);
  const [row] = rows;
  return (
    row && {
      summedTo: Number(row.summed_to),
      seenTo: Number(row.seen_to),
      seenForMs: row.seen_for,
      timeZone: row.time_zone,
    }
  );
}

/** Adds the entries after `from`, up to `to`, to the sums. */
export async function addSums(
  tx: Tx,
  { from, to, timeZone }: { from: number; to: number; timeZone: string },
): Promise<void> {
  await tx.execute(sql`
    insert into daily_sales as d (day, currency, orders, captured_minor, refunded_minor)
    ${sums(sql`l.id > ${from} and l.id <= ${to}`, ofPayment, timeZone)}
    on conflict (day, currency) do update set orders = d.orders + excluded.orders,
      captured_minor = d.captured_minor + excluded.captured_minor,
      refunded_minor = d.refunded_minor + excluded.refunded_minor`);
  await tx.execute(sql`update sales_progress set summed_to = ${to}, zoned_to = ${to}`);
}

/**
 * Removes all sums, so that they are added up for the days of this time zone. What was summed up was
 * settled, so it can be summed up again at once.
 */
export async function beginAgain(tx: Tx, timeZone: string): Promise<void> {
  await tx.execute(sql`delete from daily_sales`);
  await tx.execute(
    sql`update sales_progress set summed_to = 0, zoned_to = 0, time_zone = ${timeZone},
      seen_to = summed_to, seen_at = seen_at - interval '1 hour'`,
  );
}

/** Notes the newest entry, up to which the next runs may sum up. */
export async function noteNewest(tx: Tx, timeZone: string): Promise<void> {
  await tx.execute(sql`
    insert into sales_progress (summed_to, seen_to, seen_at, time_zone)
    values (0, (select coalesce(max(id), 0) from ledger_entries), clock_timestamp(), ${timeZone})
    on conflict (is_only) do update set seen_to = greatest(sales_progress.seen_to, excluded.seen_to),
      seen_at = excluded.seen_at`);
}
