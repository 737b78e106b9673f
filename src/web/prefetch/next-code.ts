/**
 * Prefetches the script of next pages: at once for a link that is about to be followed, and when
 * the page is idle for visible links to products and categories. Script can't become outdated, and
 * takes a few kilobytes that all products, or all categories, share.
 */
import { useEffect } from 'react';
import { isShopPage, matchedRoutes, scriptsOf } from '../router-internals/window.ts';
import { countPrefetched, mayPrefetch, whenIdle } from './prefetch-budget.ts';

/** A further page has no more bytes of script than this; see test/e2e/budgets.test.ts. */
const CODE_BYTES = 10_000;

/** Fetches and parses the script of these routes, so that it only has to run. */
export function preloadCode(routes: string[]): void {
  for (const href of routes.flatMap(scriptsOf)) addLink('modulepreload', href);
}

/** Stores the script of the pages that visible links lead to, when the browser is idle. */
export function useCodeInSight(pathname: string): void {
  useEffect(() => {
    if (!mayPrefetch()) return;
    return whenIdle(() => {
      const links = document.querySelectorAll<HTMLAnchorElement>('main a[href]');
      const routes = [...links]
        .filter((link) => link.origin === location.origin && link.pathname !== pathname)
        .filter(isInSight)
        .map((link) => matchedRoutes(new URL(link.href)))
        .filter(isShopPage)
        .flat();
      for (const href of routes.flatMap(scriptsOf)) {
        if (addLink('prefetch', href)) countPrefetched(CODE_BYTES);
      }
    });
  }, [pathname]);
}

function isInSight(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < window.innerHeight;
}

/** Adds a link element; false: the page has fetched it already. */
function addLink(rel: 'modulepreload' | 'prefetch', href: string): boolean {
  // A prefetched script still has to be parsed; a preloaded one is stored already.
  const known = rel === 'prefetch' ? 'link' : 'link[rel=modulepreload]';
  if (document.querySelector(`${known}[href="${href}"]`)) return false;
  const link = document.createElement('link');
  link.rel = rel;
  if (rel === 'prefetch') link.as = 'script';
  link.href = href;
  document.head.append(link);
  return true;
}
