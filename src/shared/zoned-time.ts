import { DAY_MS, MINUTE_MS } from './durations.ts';

/**
 * A moment as date and time of day in a time zone, in the format of date fields:
 * '2026-11-22T09:30'.
 */
export function toZonedTime(iso: string, timeZone: string): string {
  return wallTime(new Date(iso), timeZone);
}

/**
 * The moment of a date and time of day in a time zone, in ISO 8601; null for invalid text. A time
 * that a clock change skips counts as one hour later. A time that occurs twice counts as the first.
 */
export function fromZonedTime(local: string, timeZone: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return null;
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((at) => offsetAt(at, timeZone));
  const candidates = offsets.map((offset) => asUtc - offset).sort((a, b) => a - b);
  const [first = asUtc, last = asUtc] = candidates;
  const exact = candidates.find((at) => wallTime(new Date(at), timeZone) === local);
  return new Date(exact ?? Math.max(first, last)).toISOString();
}

/** How far the clock of a time zone is ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${wallTime(new Date(minute), timeZone)}Z`) - minute;
}

/** By time zone; a shop has one. Making a format takes far longer than writing with it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function wallTime(at: Date, timeZone: string): string {
  const format = formats.get(timeZone) ?? newFormat(timeZone);
  formats.set(timeZone, format);
  const parts = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
