/**
 * Moves the image from a card to its product page. The new page is shown first and moves its own
 * image from where the card's image was. View transitions of the browser look the same, but capture
 * both pages before they show the new one, which makes a click take twice as long.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The same values as `--motion-calm` and `--ease-calm`. */
const MOTION = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };
/** A page that takes longer, in milliseconds, opens without the motion. */
const RECENT_MS = 1_000;

let departure: { path: string; from: DOMRect; at: number } | null = null;

/** Remembers where a card's image is when its link is followed. */
export function rememberDeparture(path: string, image: Element | null): void {
  const from = image?.getBoundingClientRect();
  departure = from ? { path, from, at: performance.now() } : null;
}

/** The ref of the image that the card's image moves to, on the page with this path. */
export function useArrival<Shown extends HTMLElement>(path: string): RefObject<Shown | null> {
  const image = useRef<Shown>(null);
  useLayoutEffect(() => {
    const left = departure;
    departure = null;
    const isRecent = left?.path === path && performance.now() - left.at < RECENT_MS;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (isRecent && !isCalm && image.current) travel(image.current, left.from);
  }, [path]);
  return image;
}

function travel(image: HTMLElement, from: DOMRect): void {
  const to = image.getBoundingClientRect();
  if (to.width === 0) return;
  // A new page opens at its top, whatever the scroll position is now.
  const top = to.top + window.scrollY;
  const start = `translate(${from.left - to.left}px, ${from.top - top}px) scale(${from.width / to.width})`;
  const keyframes = [start, 'none'].map((transform) => ({ transform, transformOrigin: '0 0' }));
  image.animate(keyframes, MOTION);
}
