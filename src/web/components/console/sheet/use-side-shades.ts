import { type RefObject, useEffect } from 'react';

/**
 * Says at the frame of a grid on which sides columns are out of sight, and how wide the parts are that
 * don't scroll, for the shades of `side-shades`.
 */
export function useSideShades(
  frame: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const [around, area] = [frame.current, scroller.current];
    if (!around || !area) return;
    const show = () => {
      const hidden = area.scrollWidth - area.clientWidth;
      around.toggleAttribute('data-before', area.scrollLeft >= 1);
      around.toggleAttribute('data-after', hidden - area.scrollLeft >= 1);
    };
    const measure = () => {
      const names = area.querySelector<HTMLElement>('[role=columnheader]');
      around.style.setProperty('--names', `${names?.offsetWidth ?? 0}px`);
      around.style.setProperty('--bar-aside', `${area.offsetWidth - area.clientWidth - 1}px`);
      around.style.setProperty('--bar-below', `${area.offsetHeight - area.clientHeight - 1}px`);
      show();
    };
    area.addEventListener('scroll', show, { passive: true });
    const sizes = new ResizeObserver(measure);
    for (const one of [area, ...area.children]) sizes.observe(one);
    return () => {
      area.removeEventListener('scroll', show);
      sizes.disconnect();
    };
  }, [frame, scroller]);
}
