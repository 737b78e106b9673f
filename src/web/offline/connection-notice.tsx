import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import { isAnythingUnsaved } from '../ui/use-unsaved-guard.ts';
import { noteConnection, useConnection } from './connection-state.ts';

/** How often the shop is asked whether it is there again, in milliseconds. */
const ASK_EVERY_MS = 5_000;

/**
 * Says that the shop can't be reached, until it can. While the browser knows that it is offline,
 * links and forms are held back: what was typed stays, and no browser's own error page replaces it.
 */
export function ConnectionNotice() {
  const { lost, held } = useConnection();
  const { revalidate } = useRevalidator();

  useEffect(() => {
    const offline = () => noteConnection('lost');
    const hold = (event: Event) => {
      if (navigator.onLine || !leavesPage(event)) return;
      event.preventDefault();
      event.stopPropagation();
      noteConnection('held');
    };
    window.addEventListener('offline', offline);
    window.addEventListener('click', hold, { capture: true });
    window.addEventListener('submit', hold, { capture: true });
    return () => {
      window.removeEventListener('offline', offline);
      window.removeEventListener('click', hold, { capture: true });
      window.removeEventListener('submit', hold, { capture: true });
    };
  }, []);

  useEffect(() => {
    if (!lost) return;
    const ask = () => {
      fetch('/healthz').then(
        ({ ok }) => {
          if (!ok) return;
          noteConnection('fine');
          if (!isAnythingUnsaved()) void revalidate();
        },
        () => {},
      );
    };
    const timer = setInterval(ask, ASK_EVERY_MS);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [lost, revalidate]);

  if (!lost) return null;
  return (
    <div className="fixed inset-x-gutter bottom-4 z-50 mx-auto max-w-xl shadow-panel">
      <Notice tone="info" key={held}>
        {navigator.onLine ? "The shop can't be reached at the moment. " : 'You are offline. '}
        {held > 0
          ? 'That was not sent. Please try again when the connection is back.'
          : 'What you see may be out of date.'}
      </Notice>
    </div>
  );
}

/** A click or a form that goes to another page of ours, or sends something. */
function leavesPage(event: Event): boolean {
  if (event.type === 'submit') return true;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return false;
  return link.pathname + link.search !== window.location.pathname + window.location.search;
}
