import { lazy } from '#shared/lazy.ts';

const format = lazy(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
    }),
);

/** A point in time as people write it, from ISO 8601; in UTC, as the server and the log have it. */
export function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{`${format().format(new Date(iso))} UTC`}</time>;
}
