/** The day of a time (UTC), such as '2026-11-28'. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
