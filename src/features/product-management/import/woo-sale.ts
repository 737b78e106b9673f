/** When a sale price of WooCommerce counts: only between its dates, which may both be absent. */
import { MINUTE_MS } from '#shared/durations.ts';
import type { DecimalSign } from '#shared/read-decimal.ts';
import { shopTimeZone } from '#shared/shop-time-zone.ts';
import { fromZonedTime } from '#shared/zoned-time.ts';
import { findAmount } from './read-variant.ts';
import type { WooRow } from './woo-options.ts';

/** The sale price of a row if it counts at a time, and what staff should know about its dates. */
export function readSale(
  row: WooRow,
  handle: string,
  decimal: DecimalSign | null,
  now: Date,
): { sale: number | null; note: string | null } {
  const sale = findAmount(row('Sale price'), handle, decimal);
  if (sale === null) return { sale, note: null };
  const [starts, ends] = [row('Date sale price starts'), row('Date sale price ends')];
  const from = starts === '' ? null : momentOf(starts, 'T00:00', handle);
  // A day without a time ends with its last minute.
  const until = ends === '' ? null : momentOf(ends, 'T23:59', handle) + MINUTE_MS;
  const isNow = (from ?? 0) <= now.getTime() && (until === null || until > now.getTime());
  const name = row('SKU') || handle;
  if (isNow && until !== null) {
    return {
      sale,
      note: `The sale of ${name} ends on ${ends}. The shop does not end it by itself.`,
    };
  }
  if (isNow) return { sale, note: null };
  const when = [starts && `from ${starts}`, ends && `until ${ends}`].filter(Boolean).join(' ');
  const note = `The sale price of ${name} is only for the time ${when}, so it has the regular price.`;
  return { sale: null, note };
}

/** '2026-11-30', or with a time of day: in the time zone of the shop. */
function momentOf(cell: string, timeOfDay: string, handle: string): number {
  // WooCommerce writes hours before ten with one digit.
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d?:\d\d)(?::\d\d)?)?$/.exec(cell) ?? [];
  const clock = time ? `T${time.padStart(5, '0')}` : timeOfDay;
  const iso = day && fromZonedTime(day + clock, shopTimeZone.name);
  if (iso) return Date.parse(iso);
  throw new Error(`"${cell}" is not a date for the sale price of ${handle}, such as 2026-11-30.`);
}
