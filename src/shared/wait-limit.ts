/**
 * How long a request waits in a queue before it is refused with 503, in milliseconds. Proxies give
 * up after 60 seconds, and some then treat the whole shop as broken.
 */
export const MAX_WAITING_MS = 30_000;

/**
 * The same for a request that carries an image. Twenty large images of one person, processed one at
 * a time, take a small machine a minute. `deploy/nginx.conf` waits longer for these requests.
 */
export const IMAGE_WAITING_MS = 150_000;

/** Calls `refuse` after the longest wait, unless the returned function is called before. */
export function limitWait(refuse: () => void, mostMs = MAX_WAITING_MS): () => void {
  if (mostMs === Number.POSITIVE_INFINITY) return () => undefined;
  const timer = setTimeout(refuse, mostMs).unref();
  return () => clearTimeout(timer);
}
