import { formatDay } from '#shared/dates.ts';

export function Day({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatDay(iso)}</time>;
}
