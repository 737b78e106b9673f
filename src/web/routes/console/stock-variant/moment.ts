import { isSupportedTime } from '#shared/supported-time.ts';

/**
 * The moment in an address, `2026-11-20T14:30` or `2026-11-20`, in UTC. Null if there is none, and
 * outside the years 1970 to 9998. It is the end of the minute or day, because the times that people
 * read have no seconds.
 */
export function readMoment(text: string | null): Date | null {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d)?)?$/.exec(text ?? '') ?? [];
  if (!day) return null;
  const moment = new Date(`${day}T${minute ?? '23:59'}:59.999Z`);
  return isSupportedTime(moment) ? moment : null;
}
