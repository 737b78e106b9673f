/**
 * Whether there is no connection. A browser also says that it is offline when only this computer's
 * own addresses can be reached, and the shop may run there. So what the shop last responded counts.
 */

/** Longer than this, in milliseconds, counts as no response. */
const TIMEOUT_MS = 5_000;

/** The browser says that it is offline, but the shop responded. */
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
