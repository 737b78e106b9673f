import { shopTimeZone } from './shop-time-zone.ts';

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const SHORT_DAY = { ...DAY, month: 'short' } as const;
const TIME = { ...DAY, hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset' } as const;

// A format is made for the first date that is shown. That takes a phone 20 ms, which pages without
// dates save.
const formats = new Map<object, Map<string, Intl.DateTimeFormat>>();

function formatOf(style: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat {
  const ofStyle = formats.get(style) ?? new Map<string, Intl.DateTimeFormat>();
  const known = ofStyle.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', { ...style, timeZone });
  formats.set(style, ofStyle.set(timeZone, format));
  return format;
}

/** The day of an ISO 8601 time for people: '28 November 2026'. */
export function formatDay(iso: string, timeZone = shopTimeZone.name): string {
  return formatOf(DAY, timeZone).format(new Date(iso));
}

/** The day of an ISO 8601 time for narrow columns, with a short month: '28 Nov 2026'. */
export function formatShortDay(iso: string): string {
  return formatOf(SHORT_DAY, shopTimeZone.name).format(new Date(iso));
}

/** A day such as '2026-11-28' for people, with a short month: '28 Nov 2026'. */
export function formatDate(day: string): string {
  return formatOf(SHORT_DAY, 'UTC').format(new Date(`${day}T00:00Z`));
}

/** An ISO 8601 time for people, with how far the clock is ahead: '28 November 2026 at 20:05 UTC+6'. */
export function formatTime(iso: string): string {
  const text = formatOf(TIME, shopTimeZone.name).format(new Date(iso));
  return text.replace('GMT+0', 'UTC').replace('GMT', 'UTC');
}
