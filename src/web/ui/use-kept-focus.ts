/**
 * What has the focus may be deleted: a line of the cart, an order, a filter. A browser leaves the
 * focus on the body then, and whoever uses the keyboard starts at the top of the page. Here it goes
 * to the same control of the next item; else to the heading of the page, or to the open dialog.
 */
import { useEffect } from 'react';

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select';
/** Whoever removed it may place the focus, and a dialog may close, within that time. */
const WAIT_MS = 1_500;

interface Place {
  /** What had the focus, and the list that its item was in. */
  control: HTMLElement;
  list: Element | null;
  index: number;
  dialog: Element | null;
  path: string;
}

export function useKeptFocus(): void {
  useEffect(() => {
    let place: Place | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      // A question about an item is no other place: what it asked about goes when it is answered.
      const isQuestion = target instanceof Element && target.closest('[role=alertdialog]');
      if (target instanceof HTMLElement && !isQuestion) place = placeOf(target);
    };
    const observer = new MutationObserver(() => {
      if (!place || place.control.isConnected) return;
      const lost = place;
      place = null;
      clearTimeout(timer);
      settle(lost, performance.now() + WAIT_MS);
    });
    function settle(lost: Place, deadline: number): void {
      const focused = document.activeElement;
      const isNowhere = focused === null || focused === document.body;
      // Another page takes the focus itself.
      if (window.location.pathname !== lost.path) return;
      if (isNowhere) targetOf(lost)?.focus();
      else if (focused.closest('[role=alertdialog]') && performance.now() < deadline) {
        timer = setTimeout(() => settle(lost, deadline), 50);
      }
    }
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}

function placeOf(control: HTMLElement): Place {
  const item = control.closest('li, tr');
  const list = item?.parentElement ?? null;
  const index = list && item ? [...list.children].indexOf(item) : -1;
  const dialog = control.closest('[role=dialog]');
  return { control, list, index, dialog, path: window.location.pathname };
}

function targetOf({ control, list, index, dialog }: Place): HTMLElement | null {
  const items = list?.isConnected ? list.children : [];
  const next = items[Math.min(index, items.length - 1)];
  const controls = [...(next?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  const target = controls.find((other) => isAlike(other, control)) ?? controls[0];
  if (target) return target;
  const fallback = dialog?.isConnected
    ? (dialog as HTMLElement)
    : (document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main'));
  if (fallback) fallback.tabIndex = -1;
  return fallback;
}

function isAlike(a: HTMLElement, b: HTMLElement): boolean {
  return a.tagName === b.tagName && a.textContent === b.textContent;
}
