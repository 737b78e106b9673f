/** Days as texts, such as '2026-11-28'. Where one begins and ends depends on a time zone. */
import { DAY_MS } from './durations.ts';
import { fromZonedTime, toZonedTime } from './zoned-time.ts';

/** The day of a time. */
export function dayOf(time: Date, timeZone: string): string {
  return toZonedTime(time.toISOString(), timeZone).slice(0, 10);
}

/** The day that is so many days later; earlier for a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** When a day begins. Throws for a text that is no day. */
export function startOfDay(day: string, timeZone: string): Date {
  const start = fromZonedTime(`${day}T00:00`, timeZone);
  if (start === null) throw new RangeError(`'${day}' is not a day.`);
  return new Date(start);
}
