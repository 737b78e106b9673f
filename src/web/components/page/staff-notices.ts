import type { Notices } from '../../notices.ts';

/** The notices after redirects to the pages of staff. */
export const staffNotices = {
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
  'refund-settled': { tone: 'success', text: 'The refund is settled.' },
  'refund-withdrawn': {
    tone: 'success',
    text: 'The refund is withdrawn. Its money can be refunded again, on the page of the order.',
  },
  'payment-found': { tone: 'success', text: 'The card provider knows the payment again.' },
  'payment-closed': { tone: 'success', text: 'The payment is closed.' },
  'product-removed': { tone: 'success', text: 'deleted successfully' },
} satisfies Notices;
