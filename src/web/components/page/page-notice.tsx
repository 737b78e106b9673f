import { type ComponentType, useEffect } from 'react';
import { useLocation, useMatches } from 'react-router';
import { type Notices, useNotice } from '../../notices.ts';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/notice.tsx';
import { sharedNotices } from './shared-notices.ts';

/** A page's `handle`: the notices after redirects to it, and how it undoes a deletion. */
export interface NoticeHandle {
  notices: Notices;
  Undo?: ComponentType<{ orderId: string }>;
}

/**
 * Shows the notice of a redirect: one that every page has, or one in the `handle` of the page. Its
 * name is then removed from the browser's address, so a reload or a shared link does not show it
 * again. The router still has it, so the notice stays until the next page.
 */
export function PageNotice() {
  const location = useLocation();
  const orderId = new URLSearchParams(location.search).get('undo');
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('notice')) return;
    const url = new URL(window.location.href);
    url.searchParams.delete('notice');
    url.searchParams.delete('undo');
    window.history.replaceState(window.history.state, '', url);
  }, [location]);
  const own = useMatches().at(-1)?.handle as Partial<NoticeHandle> | undefined;
  const notice = useNotice({ ...sharedNotices, ...own?.notices });
  if (!notice) return null;
  return (
    // Undo is possible only for a short time, so the notice stays visible far down a list.
    <div className={classNames('page-width pt-6 print:hidden', orderId && 'sticky top-12 z-20')}>
      <Notice tone={notice.tone} className={orderId ? 'shadow-panel' : ''}>
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <p>{notice.text}</p>
          {orderId && own?.Undo ? <own.Undo key={orderId} orderId={orderId} /> : null}
        </div>
      </Notice>
    </div>
  );
}
