/**
 * Prefetches the next page while a pointer, a finger or the focus is on its link: its script, its
 * data and its first image. So a click shows the page at once. The bytes are limited, and nothing
 * is fetched if the person saves data. Prefetched data is used once, within seconds, and discarded
 * after every change. So a page never shows an older cart or user than without prefetching.
 */
import { useEffect } from 'react';
import { renditionsOf } from '#shared/renditions.ts';
import { CARD_SIZES, PRODUCT_SIZES } from '../components/image/sizes-attribute.ts';
import { dataPath, readRouteData } from '../router-internals/route-data.ts';
import { takeOverFetch } from '../router-internals/router-fetch.ts';
import { isShopPage, matchedRoutes } from '../router-internals/window.ts';
import { preloadCode } from './next-code.ts';
import { countPrefetched, mayPrefetch } from './prefetch-budget.ts';

/** Prefetched data older than this, in milliseconds, is fetched again. */
const FRESH_MS = 10_000;
/** A pointer that only passes over a link leaves it within this time, in milliseconds. */
const PASSING_MS = 60;
const IMAGE_BYTES = 30_000;

const ahead = new Map<string, { at: number; response: Promise<Response> }>();

/** The data that the router is waiting for. */
const requestedKeys = new Set<string>();

/** Discards all prefetched data after a change. */
export function forgetNextPages(): void {
  ahead.clear();
}

/** Watches the page's links while the page is shown. */
export function useNextPage(): void {
  useEffect(() => {
    const { fetch, end } = takeOverFetch({
      respond: takeAhead,
      onAsked: recordRequested,
      onChange: forgetNextPages,
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = ({ target }: Event) => {
      clearTimeout(timer);
      timer = setTimeout(() => prepare(target, fetch), PASSING_MS);
    };
    const now = ({ target }: Event) => prepare(target, fetch);
    // From here on the router fetches the page.
    const leaveToRouter = () => clearTimeout(timer);
    const passive = { passive: true };
    document.addEventListener('pointerover', soon, passive);
    document.addEventListener('focusin', soon, passive);
    document.addEventListener('touchstart', now, passive);
    document.addEventListener('click', leaveToRouter, true);
    return () => {
      clearTimeout(timer);
      end();
      document.removeEventListener('pointerover', soon);
      document.removeEventListener('focusin', soon);
      document.removeEventListener('touchstart', now);
      document.removeEventListener('click', leaveToRouter, true);
    };
  }, []);
}

function takeAhead(key: string): Promise<Response> | undefined {
  const found = ahead.get(key);
  ahead.delete(key);
  return found && Date.now() - found.at <= FRESH_MS ? found.response : undefined;
}

/** Prevents a prefetch of data that the router already waits for. */
function recordRequested(key: string, response: Promise<Response>): void {
  requestedKeys.add(key);
  const forget = () => requestedKeys.delete(key);
  response.then(forget, forget);
}

function prepare(target: EventTarget | null, fetch: typeof window.fetch): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.search || link.hash) return;
  const { pathname } = link;
  if (pathname === location.pathname || !mayPrefetch()) return;
  const routes = matchedRoutes(new URL(link.href));
  preloadCode(routes);
  const key = dataPath(pathname);
  if (requestedKeys.has(key)) return;
  const known = ahead.get(key);
  if (!isShopPage(routes) || (known && Date.now() - known.at < FRESH_MS)) return;
  const response = fetch(new URL(key, location.href)).then((response) => {
    countPrefetched(Number(response.headers.get('Content-Length') ?? IMAGE_BYTES));
    if (!response.ok) throw new Error(String(response.status));
    return response;
  });
  ahead.set(key, { at: Date.now(), response });
  response.then(
    (response) => response.clone().text().then(warmImage),
    () => ahead.delete(key),
  );
}

/** Prefetches the first image of a category or product. */
function warmImage(data: string): void {
  for (const read of readRouteData(data)) {
    const ofProduct = read('product', 'image', 'url');
    const url = ofProduct ?? read('products', '0', 'image', 'url');
    const renditions = typeof url === 'string' && renditionsOf(url);
    if (!renditions) continue;
    countPrefetched(IMAGE_BYTES);
    const image = new Image();
    image.sizes = ofProduct ? PRODUCT_SIZES : CARD_SIZES;
    image.srcset = renditions.avif;
  }
}
