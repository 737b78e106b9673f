import { lazy } from './lazy.ts';

const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

// Made with the first one that is shown: it takes a phone 20 ms, which pages without dates don't wait for.
const days = lazy(() => new Intl.DateTimeFormat('en-GB', DAY));
const times = lazy(
  () => new Intl.DateTimeFormat('en-GB', { ...DAY, hour: '2-digit', minute: '2-digit' }),
);

/** A day as people read it, from an ISO 8601 time. The same everywhere: days are those of UTC. */
export function formatDay(iso: string): string {
  return days().format(new Date(iso));
}

/** A point in time as people read it, from ISO 8601; in UTC, as the server and the log have it. */
export function formatTime(iso: string): string {
  return `${times().format(new Date(iso))} UTC`;
}
