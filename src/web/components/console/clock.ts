import { shopTimeZone } from '#shared/shop-time-zone.ts';

// Apart from `dates.ts`, because pages of customers load that.
const formats = new Map<string, Intl.DateTimeFormat>();

/** The hour and the minute of an ISO 8601 time for people, such as '20:05'. */
export function formatClock(iso: string): string {
  const timeZone = shopTimeZone.name;
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  formats.set(timeZone, format);
  return format.format(new Date(iso));
}
