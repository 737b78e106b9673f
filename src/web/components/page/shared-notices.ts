import { GONE, SOLD_OUT } from '#shared/stock.ts';
import type { Notices } from '../../notices.ts';

/** The notices that every page shows: what became of the cart, and of an account. */
export const sharedNotices = {
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
  out_of_stock: { tone: 'danger', text: SOLD_OUT },
  product_unavailable: { tone: 'danger', text: GONE },
  'cart-unchanged': { tone: 'danger', text: 'The cart could not be changed. Please try again.' },
} satisfies Notices;
