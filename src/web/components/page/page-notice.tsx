import { type ComponentType, useEffect } from 'react';
import { useLocation, useMatches } from 'react-router';
import { GONE, SOLD_OUT } from '#shared/stock.ts';
import { classNames } from '../../ui/class-names.ts';
import { Notice, type NoticeTone } from '../../ui/notice.tsx';

/** The messages after redirects, by the code in the address. */
export type Notices = Record<string, { tone: NoticeTone; text: string }>;

/** A page's `handle`: the messages after redirects to it, and how it undoes a deletion. */
export interface NoticeHandle {
  notices: Notices;
  Undo?: ComponentType<{ orderId: string }>;
}

/**
 * The messages after redirects that every page may show, in addition to `handle.notices` of a page.
 * The address has a code and never the text.
 */
const notices: Notices = {
  added: { tone: 'success', text: 'Added to your cart.' },
  'added-fewer': {
    tone: 'info',
    text: 'Not all of it could be added: your cart holds as much as you can buy now.',
  },
  'added-none': {
    tone: 'info',
    text: 'Nothing was added: your cart holds as much as you can buy now.',
  },
  'account-deleted': { tone: 'success', text: 'Your account is deleted.' },
  variant_required: { tone: 'danger', text: 'Please choose a value of each option first.' },
  out_of_stock: { tone: 'danger', text: SOLD_OUT },
  product_unavailable: { tone: 'danger', text: GONE },
  'cart-unchanged': { tone: 'danger', text: 'The cart could not be changed. Please try again.' },
};

/**
 * Shows the message of a redirect, if there is one. The code is then removed from the browser's
 * address, so a reload or a shared link does not show it again. The router still has it, so the
 * message stays until the next page.
 */
export function PageNotice() {
  const location = useLocation();
  const params = new URLSearchParams(location.search);
  const code = params.get('notice') ?? '';
  const orderId = params.get('undo');
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('notice')) return;
    const url = new URL(window.location.href);
    url.searchParams.delete('notice');
    url.searchParams.delete('undo');
    window.history.replaceState(window.history.state, '', url);
  }, [location]);
  const own = useMatches().at(-1)?.handle as Partial<NoticeHandle> | undefined;
  const known = { ...notices, ...own?.notices };
  const notice = Object.hasOwn(known, code) ? known[code] : undefined;
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
