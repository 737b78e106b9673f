import { formatTime } from '#shared/dates.ts';

export function DateTime({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatTime(iso)}</time>;
}
