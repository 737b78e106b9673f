import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { sqlState } from '#db/database-error.ts';
import type { Ctx } from '#features/context.ts';
import { addDays, dayOf, startOfDay } from '#shared/days.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import { shopTimeZone } from '#shared/shop-time-zone.ts';
import { StartError } from '#shared/start-error.ts';
import { toZonedTime } from '#shared/zoned-time.ts';

/** Sets the shop's time zone for the whole process; refuses an unknown one. */
export function setShopTimeZone({ timeZone }: Pick<ShopConfig, 'timeZone'>): void {
  if (!isTimeZone(timeZone)) {
    throw new StartError(
      `shop.config.ts: timeZone is '${timeZone}', which is not a time zone. Use a name such as 'Asia/Dhaka' or 'UTC'.`,
    );
  }
  shopTimeZone.name = timeZone;
}

/** Not an offset such as '+06:00', which PostgreSQL reads the other way round. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[a-z]/i.test(name);
  } catch {
    return false;
  }
}

/** The days from now on that are compared: some in each month of a year, with and without summer time. */
const COMPARED_DAYS = Array.from({ length: 26 }, (_, nr) => nr * 14);

/**
 * Refuses to start where this day begins at another time in PostgreSQL than here: both compute with
 * it. Where only a later day does, one of the two has the newer list of time zones, and it is logged.
 */
export async function requireSameDays(ctx: Ctx): Promise<void> {
  const { timeZone } = ctx.shop;
  const today = dayOf(ctx.now(), timeZone);
  const days = COMPARED_DAYS.map((nr) => addDays(today, nr));
  const starts = days.map((day) => startOfDay(day, timeZone));
  const zoned = await readZoned(ctx.db, starts, timeZone);
  const differs = (start: Date, nr: number) =>
    zoned?.[nr] !== toZonedTime(start.toISOString(), timeZone);
  const first = starts.findIndex(differs);
  if (first === -1) return;
  if (zoned && first > 0) {
    return ctx.log.warn('time-zone.differs', {
      timeZone,
      from: days[first],
      database: zoned[first],
    });
  }
  throw new StartError(
    `shop.config.ts: timeZone is '${timeZone}', which this PostgreSQL ${zoned ? 'has at another time than Node' : 'does not know'}. Update the older one of the two, or choose another name of the zone.`,
  );
}

/** Moments in a time zone, as `toZonedTime` writes them; null where the database does not know the zone. */
async function readZoned(
  db: Executor,
  moments: Date[],
  timeZone: string,
): Promise<string[] | null> {
  try {
    const { rows } = await db.execute<{ zoned: string }>(sql`
      select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24:MI') as zoned
      from unnest(${sql.param(moments.map((at) => at.toISOString()))}::timestamptz[]) with ordinality as given (at, nr)
      order by nr`);
    return rows.map(({ zoned }) => zoned);
  } catch (error) {
    if (sqlState(error) === INVALID_VALUE) return null;
    throw error;
  }
}

const INVALID_VALUE = '22023';
