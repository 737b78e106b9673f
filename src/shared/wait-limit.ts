/**
 * How long a request waits in a queue before it is refused with 503, in milliseconds. Proxies give
 * up after 60 seconds, and some then treat the whole shop as broken.
 */
export const MAX_WAITING_MS = 30_000;

/**
 * How long a request that carries an image waits in a queue before it is refused with 503, in
 * milliseconds. Twenty large images of one person, processed one at a time, take a small machine a
 * minute. `deploy/nginx.conf` waits longer for these requests.
 */
export const IMAGE_WAITING_MS = 150_000;

/**
 * How long a request with an image, or another large body, may take until it has arrived, with the
 * time in which nobody reads it, in milliseconds. Afterwards Node ends it with 408.
 */
export const IMAGE_ARRIVAL_MS = 120_000;

/**
 * How long an image waits unread for others of its network, in milliseconds. It may wait for
 * `MAX_WAITING_MS` more before it is read, and is refused with 503 before Node ends it.
 */
export const UNREAD_IMAGE_WAITING_MS = IMAGE_ARRIVAL_MS - MAX_WAITING_MS - 10_000;

/** Calls `refuse` after the longest wait, unless the returned function is called before. */
export function limitWait(refuse: () => void, mostMs = MAX_WAITING_MS): () => void {
  if (mostMs === Number.POSITIVE_INFINITY) return () => undefined;
  const timer = setTimeout(refuse, mostMs).unref();
  return () => clearTimeout(timer);
}
