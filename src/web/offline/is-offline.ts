/**
 * Whether there is no connection. A browser also reports that it is offline when only the
 * computer's own addresses can be reached, and the shop may run there. So the last result of asking
 * the shop decides.
 */

/** The time limit of a response, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** Whether the browser reports that it is offline although the shop responded. */
let isWrong = false;

/** Asks whether the shop responds now. */
export async function isReachable(): Promise<boolean> {
  const reached = await fetch('/healthz', { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
  isWrong = reached && !navigator.onLine;
  return reached;
}

export function isOffline(): boolean {
  // The server renders error pages as well, and has no `navigator`.
  return typeof document !== 'undefined' && !navigator.onLine && !isWrong;
}
