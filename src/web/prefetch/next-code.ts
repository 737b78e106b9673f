/**
 * Fetches the script of next pages: at once for a link that somebody is about to follow, and when
 * the page has come to rest for the links to goods that are in sight. Script alone can't grow old, and is a
 * few kilobytes that all products, or all categories, share.
 */
import { useEffect } from 'react';
import { matchedRoutes, scriptsOf } from '../router-internals/window.ts';
import { mayFetchAhead, spendAhead, whenIdle } from './ahead.ts';

/** A further page has no more script than that; see test/e2e/budgets.test.ts. In bytes. */
const CODE_BYTES = 10_000;

/** Whether an address of these routes is a page that everyone sees alike: home, category, product. */
export function isShopPage(routes: string[]): boolean {
  return routes.some((id) => /^(home$|category-|routes\/shop\/(home|product)$)/.test(id));
}

/** Fetches and reads the script of these routes, so that it only has to be run. */
export function preloadCode(routes: string[]): void {
  for (const href of routes.flatMap(scriptsOf)) addLink('modulepreload', href);
}

/** Has the browser store the script of what links in sight lead to, when it has time. */
export function useCodeInSight(pathname: string): void {
  useEffect(() => {
    if (!mayFetchAhead()) return;
    return whenIdle(() => {
      const links = document.querySelectorAll<HTMLAnchorElement>('main a[href]');
      const routes = [...links]
        .filter((link) => link.origin === location.origin && link.pathname !== pathname)
        .filter(isInSight)
        .map((link) => matchedRoutes(new URL(link.href)))
        .filter(isShopPage)
        .flat();
      for (const href of routes.flatMap(scriptsOf)) {
        if (addLink('prefetch', href)) spendAhead(CODE_BYTES);
      }
    });
  }, [pathname]);
}

function isInSight(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < window.innerHeight;
}

/** False: the page has fetched it already. */
function addLink(rel: 'modulepreload' | 'prefetch', href: string): boolean {
  // What is stored is yet to be read; what is read has been stored.
  const known = rel === 'prefetch' ? 'link' : 'link[rel=modulepreload]';
  if (document.querySelector(`${known}[href="${href}"]`)) return false;
  const link = document.createElement('link');
  link.rel = rel;
  if (rel === 'prefetch') link.as = 'script';
  link.href = href;
  document.head.append(link);
  return true;
}
