/**
 * The sums of the past days of each report, so that a report adds only the counts of the last day or
 * two. A past day changes no more once the clocks of all processes are after it. The sums are used
 * only for exactly the days that a report needs; until a job has written these, it adds up all days.
 */

import { addDays } from '#shared/days.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { Ctx } from '../context.ts';
import { countedDay, type ReportPeriod, reportPeriods } from './search-reports.schema.ts';
import type { AddedSums } from './search-reports.store.ts';
import {
  beginSums,
  endSums,
  hasSums,
  moveSums,
  type SumPeriod,
  writeSums,
} from './search-sums.store.ts';

/** So far the clocks of two processes may differ. */
const CLOCKS_DIFFER_MS = HOUR_MS;
/** So many days may come and go at once; else all sums are written. */
const MOST_MOVED = 4;
/** The sums of as many days are written by one transaction. */
const DAYS_AT_ONCE = 10;

function periodAt(now: Date, days: ReportPeriod): SumPeriod {
  return {
    days,
    first: addDays(countedDay(now), 1 - days),
    last: addDays(countedDay(new Date(now.getTime() - CLOCKS_DIFFER_MS)), -1),
  };
}

/** Reads with the sums of a report; without them where they are not there, which `read` says by null. */
export async function readWithSums<Result>(
  ctx: Ctx,
  days: ReportPeriod,
  read: (sums: AddedSums) => Promise<Result | null>,
): Promise<Result | null> {
  const period = periodAt(ctx.now(), days);
  const before = addDays(period.first, -1);
  return (await read(period)) ?? (await read({ ...period, days: 0, last: before }));
}

/**
 * Writes the sums of each report whose days have changed. A run that another has overtaken ends, and
 * one that was killed begins again.
 */
export async function sumUpSearches(ctx: Ctx): Promise<void> {
  for (const days of reportPeriods) {
    const period = periodAt(ctx.now(), days);
    if (await hasSums(ctx.db, period)) continue;
    if (await moveSums(ctx.db, period, MOST_MOVED)) continue;
    await beginSums(ctx.db, period);
    const parts = Math.ceil(days / DAYS_AT_ONCE);
    let isMine = true;
    for (let part = 0; part < parts && isMine; part += 1) {
      isMine = await writeSums(ctx.db, period, { part, parts });
    }
    if (isMine) await endSums(ctx.db, period);
  }
}
