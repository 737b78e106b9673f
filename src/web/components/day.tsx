import { formatDay } from '#shared/dates.ts';

/** The day of a time, in the shop's time zone if no other is given. */
export function Day({ iso, timeZone }: { iso: string; timeZone?: string }) {
  return <time dateTime={iso}>{formatDay(iso, timeZone)}</time>;
}
