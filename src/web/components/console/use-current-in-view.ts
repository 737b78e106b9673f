import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Scrolls the list of pages, on a low screen, to where the current page is in view. */
export function useCurrentInView() {
  const { pathname } = useLocation();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is current then
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current=page]');
    if (!list.current || !current) return;
    // `scrollIntoView` would scroll the page as well.
    const [outer, inner] = [list.current, current].map((one) => one.getBoundingClientRect());
    if (!outer || !inner) return;
    if (inner.bottom > outer.bottom) list.current.scrollTop += inner.bottom - outer.bottom + 8;
    else if (inner.top < outer.top) list.current.scrollTop -= outer.top - inner.top + 8;
  }, [pathname]);
  return list;
}
