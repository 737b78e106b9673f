import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { GONE, SOLD_OUT } from '#shared/stock.ts';
import { classNames } from '../../ui/class-names.ts';
import { Notice, type NoticeTone } from '../../ui/notice.tsx';
import { UndoDeletion } from '../order/undo-deletion.tsx';

/** The notices after a redirect. The address has a code and never the text. */
const notices: Record<string, { tone: NoticeTone; text: string }> = {
  added: { tone: 'success', text: 'Added to your cart.' },
  'added-fewer': {
    tone: 'info',
    text: 'Not all of it could be added: your cart holds as much as you can buy now.',
  },
  'added-none': {
    tone: 'info',
    text: 'Nothing was added: your cart holds as much as you can buy now.',
  },
  'order-placed': { tone: 'success', text: 'Your order is placed. You can pay for it below.' },
  'order-reopened': {
    tone: 'info',
    text: 'The order was cancelled, and its items are in your cart again.',
  },
  'order-deleted': { tone: 'success', text: 'The order was deleted.' },
  'order-cancelled': {
    tone: 'success',
    text: "The order was deleted. You can find it under 'Cancelled'.",
  },
  'order-undone': { tone: 'success', text: 'The order is back.' },
  'order-placed-again': {
    tone: 'success',
    text: 'The order is back. It was placed again, under a new number.',
  },
  'order-closed': { tone: 'info', text: 'This order was cancelled. You can find it below.' },
  'order-restored': { tone: 'success', text: 'The order is back in All Orders.' },
  'stock-released': {
    tone: 'success',
    text: 'The orders are cancelled, and their stock is on sale again.',
  },
  'stock-releasing': {
    tone: 'info',
    text: 'The first orders are cancelled. The others follow within a few minutes.',
  },
  'mail-again': { tone: 'success', text: 'The message is being sent again.' },
  'order-refunded': { tone: 'success', text: 'The money is on its way back.' },
  'refund-noted': {
    tone: 'info',
    text: 'The refund is recorded. The card provider did not respond, so the shop will try again automatically.',
  },
  'refund-settled': { tone: 'success', text: 'The refund is settled.' },
  'payment-found': { tone: 'success', text: 'The card provider knows the payment again.' },
  'payment-closed': { tone: 'success', text: 'The payment is closed.' },
  'product-removed': { tone: 'success', text: 'deleted successfully' },
  'password-reset': { tone: 'success', text: 'Your password is changed. Please log in with it.' },
  'password-changed': { tone: 'success', text: 'Your password is changed.' },
  'profile-saved': { tone: 'success', text: 'Your profile is saved.' },
  'mail-sent': { tone: 'success', text: 'The email is on its way.' },
  'email-verified': { tone: 'success', text: 'Your email address is verified.' },
  'session-ended': { tone: 'success', text: 'That device is signed out.' },
  'sessions-ended': { tone: 'success', text: 'All other devices are signed out.' },
  'account-deleted': { tone: 'success', text: 'Your account is deleted.' },
  variant_required: { tone: 'danger', text: 'Please choose a size or colour first.' },
  out_of_stock: { tone: 'danger', text: SOLD_OUT },
  product_unavailable: { tone: 'danger', text: GONE },
  'cart-unchanged': { tone: 'danger', text: 'The cart could not be changed. Please try again.' },
  'cart-mend': {
    tone: 'danger',
    text: 'Something in your cart cannot be ordered as it is. Please check what is marked below.',
  },
  'cart-first': {
    tone: 'info',
    text: 'Please put something into your cart and estimate the shipping first.',
  },
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
  const notice = Object.hasOwn(notices, code) ? notices[code] : undefined;
  if (!notice) return null;
  return (
    // Undo is possible only for a short time, so the notice stays visible far down a list.
    <div className={classNames('page-width pt-6 print:hidden', orderId && 'sticky top-12 z-20')}>
      <Notice tone={notice.tone} className={orderId ? 'shadow-panel' : ''}>
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <p>{notice.text}</p>
          {orderId ? <UndoDeletion key={orderId} orderId={orderId} /> : null}
        </div>
      </Notice>
    </div>
  );
}
