/**
 * Limits what the page may prefetch: only when the browser is idle, only a few bytes, and nothing
 * if the person saves data.
 */

/** The most bytes that one visit may prefetch. */
const MAX_BYTES = 600_000;
/** Browsers that do not report idle time count as idle after this long, in milliseconds. */
const SETTLED_MS = 2_000;

let prefetchedBytes = 0;

export function mayPrefetch(): boolean {
  return prefetchedBytes <= MAX_BYTES && !savesData();
}

export function countPrefetched(bytes: number): void {
  prefetchedBytes += bytes;
}

/**
 * Runs `work` when the page has loaded and the browser is idle; returns the function that cancels
 * it.
 */
export function whenIdle(work: () => void): () => void {
  const calledOff = new AbortController();
  const { signal } = calledOff;
  const unlessCalledOff = () => {
    if (!signal.aborted) work();
  };
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(unlessCalledOff);
    else setTimeout(unlessCalledOff, SETTLED_MS);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true, signal });
  return () => calledOff.abort();
}

/**
 * Runs `work` when the browser is idle after the first input (pointer, touch, scrolling, key);
 * returns the function that cancels it.
 */
export function afterFirstSign(work: () => void): () => void {
  const heard = new AbortController();
  let callOff = () => heard.abort();
  const listen = { passive: true, signal: heard.signal, capture: true };
  const onSign = () => {
    heard.abort();
    callOff = whenIdle(work);
  };
  for (const sign of ['pointermove', 'touchstart', 'scroll', 'keydown']) {
    document.addEventListener(sign, onSign, listen);
  }
  return () => callOff();
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}
