/** Counts working days from an order to its arrival. Days are texts such as '2026-11-24'. */
import { addDays } from '#shared/days.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { fromZonedTime, toZonedTime } from '#shared/zoned-time.ts';
import type { WorkingTimes } from '../delivery-settings.ts';

/** The days an order arrives, as it is promised. */
export interface Arrival {
  from: string;
  to: string;
  /**
   * The order has to be paid by then: the cut-off time of the day that the days are counted from.
   * ISO 8601.
   */
  ifPaidBy: string;
}

/**
 * When an order that is placed now arrives. It leaves today if today is a working day and the
 * cut-off time has not passed, else on the next working day. Null for a method without days.
 */
export function arrivalOf(
  { daysFrom, daysTo }: { daysFrom: number | null; daysTo: number | null },
  times: WorkingTimes,
  now: Date,
  timeZone: string,
): Arrival | null {
  if (daysFrom === null || daysTo === null) return null;
  const known = remembered.get(times) ?? new Map<string, Arrival>();
  if (known.size > MOST_REMEMBERED) known.clear();
  remembered.set(times, known);
  const key = `${Math.floor(now.getTime() / MINUTE_MS)} ${daysFrom} ${daysTo} ${timeZone}`;
  const arrival = known.get(key) ?? countArrival({ daysFrom, daysTo }, times, now, timeZone);
  known.set(key, arrival);
  return arrival;
}

/**
 * The arrivals that were counted lately, by the minute and the days of the method. Converting times
 * between time zones takes most of the work, and each order and each cart counts every method.
 */
const remembered = new WeakMap<WorkingTimes, Map<string, Arrival>>();
const MOST_REMEMBERED = 100;

function countArrival(
  { daysFrom, daysTo }: { daysFrom: number; daysTo: number },
  times: WorkingTimes,
  now: Date,
  timeZone: string,
): Arrival {
  const [today = '', clock = ''] = toZonedTime(now.toISOString(), timeZone).split('T');
  const isInTime = isWorkingDay(today, times) && clock < clockOf(times.cutOffMinute);
  const leaves = isInTime ? today : addWorkingDays(today, 1, times);
  return {
    from: addWorkingDays(leaves, daysFrom, times),
    to: addWorkingDays(leaves, daysTo, times),
    ifPaidBy:
      fromZonedTime(`${leaves}T${clockOf(times.cutOffMinute)}`, timeZone) ?? now.toISOString(),
  };
}

/** The day that is this many working days after another one. */
export function addWorkingDays(day: string, days: number, times: WorkingTimes): string {
  let at = day;
  for (let left = days; left > 0; ) {
    at = addDays(at, 1);
    if (isWorkingDay(at, times)) left -= 1;
  }
  return at;
}

function isWorkingDay(day: string, { workingDays, daysOff }: WorkingTimes): boolean {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay() || 7;
  return workingDays.includes(weekday) && !daysOff.includes(day);
}

/** A minute of the day as clocks show it: 870 becomes '14:30'. */
export function clockOf(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Days for people: 'Tuesday 24 to Thursday 26 November'. */
export function daysInWords(from: string, to: string): string {
  if (from === to) return dayInWords(from);
  const [start = '', month = ''] = splitMonth(dayInWords(from));
  const [, lastMonth = ''] = splitMonth(dayInWords(to));
  return `${month === lastMonth ? start : dayInWords(from)} to ${dayInWords(to)}`;
}

const WORDS = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
const words = new Intl.DateTimeFormat('en-GB', WORDS);

// Without the comma that some versions write after the weekday.
const dayInWords = (day: string) => words.format(new Date(`${day}T00:00Z`)).replace(',', '');

function splitMonth(text: string): string[] {
  const at = text.lastIndexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}
