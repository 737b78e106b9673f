import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import { isAnythingUnsaved } from '../ui/unsaved.ts';
import { blockWhileOffline } from './block-while-offline.ts';
import { recordConnection, useConnection } from './connection-state.ts';
import { isOffline, isReachable } from './is-offline.ts';

/** How often the page checks whether the shop can be reached again, in milliseconds. */
const ASK_EVERY_MS = 5_000;

/**
 * A notice while the shop can't be reached. Meanwhile links and forms are blocked if the browser is
 * offline, so that typed text stays and the browser's own error page does not appear.
 */
export function ConnectionNotice() {
  const { lost, held } = useConnection();
  const { revalidate } = useRevalidator();

  useEffect(() => blockWhileOffline(), []);

  useEffect(() => {
    if (!lost) return;
    const ask = () => {
      void isReachable().then((reachable) => {
        if (!reachable) return;
        recordConnection('fine');
        if (!isAnythingUnsaved()) void revalidate();
      });
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
        {isOffline() ? 'You are offline. ' : "The shop can't be reached at the moment. "}
        {held > 0
          ? 'That was not sent. Please try again when the connection is back.'
          : 'What you see may be out of date.'}
      </Notice>
    </div>
  );
}
