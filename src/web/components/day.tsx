import { lazy } from '#shared/lazy.ts';

// Made with the first day that is shown: it takes a phone 20 ms, which pages without days don't wait for.
const format = lazy(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);

/** A day as people write it, from an ISO 8601 time. The same everywhere: days are those of UTC. */
export function Day({ iso }: { iso: string }) {
  return <time dateTime={iso}>{format().format(new Date(iso))}</time>;
}
