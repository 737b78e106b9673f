import { useSearchParams } from 'react-router';
import { Notice, type NoticeTone } from '../ui/notice.tsx';

/** What a redirect can have to say. The address carries a code, never the words. */
const notices: Record<string, { tone: NoticeTone; text: string }> = {
  added: { tone: 'success', text: 'Added to your cart.' },
  'order-placed': { tone: 'success', text: 'Your order is placed. You can pay it below.' },
  'order-deleted': { tone: 'success', text: 'The order was deleted.' },
  'order-restored': { tone: 'success', text: 'The order is back in All Orders.' },
  'product-removed': { tone: 'success', text: 'deleted successfully' },
  'password-reset': { tone: 'success', text: 'Your password is changed. Please log in with it.' },
  'password-changed': { tone: 'success', text: 'Your password is changed.' },
  'profile-saved': { tone: 'success', text: 'Your profile is saved.' },
  'mail-sent': { tone: 'success', text: 'The mail is on its way.' },
  'email-verified': { tone: 'success', text: 'Your e-mail address is verified.' },
  'session-ended': { tone: 'success', text: 'That device is signed out.' },
  'sessions-ended': { tone: 'success', text: 'All other devices are signed out.' },
  'account-deleted': { tone: 'success', text: 'Your account is deleted.' },
  variant_required: { tone: 'danger', text: 'Please choose a size or colour first.' },
  out_of_stock: { tone: 'danger', text: 'That one is sold out.' },
  product_unavailable: { tone: 'danger', text: 'That product is no longer in the shop.' },
  'cart-unchanged': { tone: 'danger', text: 'The cart could not be changed. Please try again.' },
  'cart-mend': {
    tone: 'danger',
    text: 'Something in your cart can not be ordered as it is. Please look at what is marked below.',
  },
  'cart-first': {
    tone: 'info',
    text: 'Please put something into your cart and estimate the shipping first.',
  },
};

/** The message that came with a redirect, if there is one. */
export function PageNotice() {
  const [params] = useSearchParams();
  const code = params.get('notice') ?? '';
  const notice = Object.hasOwn(notices, code) ? notices[code] : undefined;
  if (!notice) return null;
  return (
    <div className="page-width pt-6">
      <Notice tone={notice.tone}>{notice.text}</Notice>
    </div>
  );
}
