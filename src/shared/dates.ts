import { lazy } from './lazy.ts';

const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

// The format is made for the first date that is shown. That takes a phone 20 ms, which pages
// without dates save.
const days = lazy(() => new Intl.DateTimeFormat('en-GB', DAY));
const shortDays = lazy(() => new Intl.DateTimeFormat('en-GB', { ...DAY, month: 'short' }));
const times = lazy(
  () => new Intl.DateTimeFormat('en-GB', { ...DAY, hour: '2-digit', minute: '2-digit' }),
);

/** A day for people from an ISO 8601 time, in UTC, so that it is the same everywhere. */
export function formatDay(iso: string): string {
  return days().format(new Date(iso));
}

/** The same with a short month, for narrow columns. */
export function formatShortDay(iso: string): string {
  return shortDays().format(new Date(iso));
}

/** A time for people from ISO 8601, in UTC like the server and the log. */
export function formatTime(iso: string): string {
  return `${times().format(new Date(iso))} UTC`;
}
