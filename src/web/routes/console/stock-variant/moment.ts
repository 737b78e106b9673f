import { formatTime } from '#shared/dates.ts';
import { addDays, startOfDay } from '#shared/days.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { isSupportedTime } from '#shared/supported-time.ts';
import { fromZonedTime } from '#shared/zoned-time.ts';

const SECOND_MS = 1_000;

/**
 * The moment in an address, `2026-11-20T14:30:10`, `2026-11-20T14:30` or `2026-11-20`, in a time
 * zone. Null if there is none, and outside the years 1970 to 9998. It is the end of the second,
 * minute or day, because the times that people read have no more.
 */
export function readMoment(text: string | null, timeZone: string): Date | null {
  const [, day, minute, second = null] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::([0-5]\d))?)?$/.exec(text ?? '') ?? [];
  if (!day || !isSupportedTime(new Date(day))) return null;
  if (!minute) return new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1);
  const start = fromZonedTime(`${day}T${minute}`, timeZone);
  if (start === null) return null;
  const length = second === null ? MINUTE_MS : (Number(second) + 1) * SECOND_MS;
  return new Date(Date.parse(start) + length - 1);
}

/** Whether the moment in an address has seconds. */
export const hasSeconds = (text: string | null) => /T\d\d:\d\d:\d\d$/.test(text ?? '');

/** A moment for people: '20 November 2026 at 14:30 UTC', with the seconds that its address has. */
export function momentInWords(moment: Date, text: string | null): string {
  const iso = moment.toISOString();
  const words = formatTime(iso);
  return hasSeconds(text)
    ? words.replace(/\d\d:\d\d/, (minute) => `${minute}:${iso.slice(17, 19)}`)
    : words;
}
