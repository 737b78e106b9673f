/**
 * A request waits for so many milliseconds in a queue, and is then refused with 503. Proxies give
 * up after 60 seconds, and some then take the whole shop for broken.
 */
export const MOST_WAITING_MS = 30_000;

/**
 * The same for a request that carries an image: twenty large ones of one person, processed one at a
 * time, take a small machine a minute. `deploy/nginx.conf` waits longer for these.
 */
export const IMAGE_WAITING_MS = 150_000;

/** Calls `refuse` when the wait has taken that long, unless the returned function is called first. */
export function limitWait(refuse: () => void, mostMs = MOST_WAITING_MS): () => void {
  if (mostMs === Number.POSITIVE_INFINITY) return () => undefined;
  const timer = setTimeout(refuse, mostMs).unref();
  return () => clearTimeout(timer);
}
