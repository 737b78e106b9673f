import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import { isAnythingUnsaved } from '../ui/unsaved.ts';
import { noteConnection, useConnection } from './connection-state.ts';

/** How often the page checks whether the shop can be reached again, in milliseconds. */
const ASK_EVERY_MS = 5_000;

/**
 * A notice while the shop can't be reached. While the browser is offline, links and forms are
 * blocked, so that typed text stays and the browser's own error page does not appear.
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

/** Whether an event follows a link to another page of the shop, or sends a form. */
function leavesPage(event: Event): boolean {
  if (event.type === 'submit') return true;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return false;
  return link.pathname + link.search !== window.location.pathname + window.location.search;
}
