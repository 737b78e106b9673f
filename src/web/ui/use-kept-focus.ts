/**
 * The focused element may be deleted: a line of the cart, an order, a filter. Browsers then move
 * the focus to the body, and keyboard users start at the top of the page. This moves the focus to
 * the heading of the next item if it can take it (`tabIndex={-1}`), else to the same control of
 * that item. Without a next item it goes to the same control of what has taken the place of the
 * deleted element, else to the heading of the page, or to the open dialog.
 */
import { useEffect } from 'react';

const HEADING = '[tabindex="-1"]';
const CONTROLS = 'a[href], button:enabled, input:enabled:not([type=hidden]), select, summary';

interface Place {
  /** The control that had the focus, and the list of its item. */
  control: HTMLElement;
  /** The text of the control, before it says that it works. */
  text: string;
  list: Element | null;
  index: number;
  path: string;
}

let place: Place | null = null;

export function useKeptFocus(): void {
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      // A question about an item keeps the item's place: the item may disappear after the question.
      if (target instanceof HTMLElement && !isInQuestion(target)) place = placeOf(target);
    };
    const observer = new MutationObserver((records) => {
      const focused = document.activeElement;
      // The question moves the focus itself.
      if (!place || place.control.isConnected || isInQuestion(focused)) return;
      const lost = place;
      place = null;
      // Another page takes the focus itself.
      if (window.location.pathname !== lost.path) return;
      const added = records.flatMap(({ addedNodes }) => [...addedNodes].filter(isElement));
      if (focused === null || focused === document.body) targetOf(lost, added)?.focus();
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}

/** Where the focus goes after a question; true for its earlier place, if that still exists. */
export function focusAfterQuestion(): HTMLElement | true {
  // An element that is gone or hidden has no box on the page.
  const isGone = place?.control.getClientRects().length === 0;
  const target = place && isGone ? targetOf(place) : null;
  // A dialog moves the focus without scrolling.
  target?.scrollIntoView({ block: 'nearest' });
  return target ?? true;
}

const isElement = (node: Node) => node instanceof Element;

function isInQuestion(element: Element | null): boolean {
  return element?.closest('[role=alertdialog]') != null;
}

function placeOf(control: HTMLElement): Place {
  const item = control.closest('li, tr');
  const list = item?.parentElement ?? null;
  const index = list && item ? [...list.children].indexOf(item) : -1;
  return { control, text: control.textContent, list, index, path: window.location.pathname };
}

function targetOf(
  { control, text, list, index }: Place,
  added: Element[] = [],
): HTMLElement | null {
  const items = list?.isConnected ? list.children : [];
  const next = items[Math.min(index, items.length - 1)];
  // The Undo button is outside of the list, and restores an item. A form may take another's place.
  const places = next ? [next] : added;
  const controls = places.flatMap((place) => [...place.querySelectorAll<HTMLElement>(CONTROLS)]);
  const isSame = ({ textContent, id }: HTMLElement) =>
    textContent === text && (next || id === control.id);
  const target =
    places.map((place) => place.querySelector<HTMLElement>(HEADING)).find(Boolean) ??
    controls.find(isSame) ??
    (next && controls[0]);
  if (target) return target;
  const fallback =
    document.querySelector<HTMLElement>('[role=dialog]') ??
    document.querySelector<HTMLElement>('main h1') ??
    document.querySelector('main');
  if (fallback) fallback.tabIndex = -1;
  return fallback;
}
