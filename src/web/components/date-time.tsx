import { formatTime } from '#shared/dates.ts';

export function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatTime(iso)}</time>;
}
