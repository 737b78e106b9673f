import { addDays, startOfDay } from '#shared/days.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { isSupportedTime } from '#shared/supported-time.ts';
import { fromZonedTime } from '#shared/zoned-time.ts';

/**
 * The moment in an address, `2026-11-20T14:30` or `2026-11-20`, in a time zone. Null if there
 * is none, and outside the years 1970 to 9998. It is the end of the minute or day, because the times
 * that people read have no seconds.
 */
export function readMoment(text: string | null, timeZone: string): Date | null {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d)?)?$/.exec(text ?? '') ?? [];
  if (!day || !isSupportedTime(new Date(day))) return null;
  if (!minute) return new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1);
  const start = fromZonedTime(`${day}T${minute}`, timeZone);
  return start === null ? null : new Date(Date.parse(start) + MINUTE_MS - 1);
}
