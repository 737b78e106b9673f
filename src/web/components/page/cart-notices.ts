import { type NoticeName, type Notices, redirectWithNotice } from '../../notices.ts';

/** The notices after redirects to the cart's page. */
export const cartNotices = {
  'order-reopened': {
    tone: 'info',
    text: 'The order was cancelled, and its items are in your cart again.',
  },
  'cart-mend': {
    tone: 'danger',
    text: 'Something in your cart cannot be ordered as it is. Please check what is marked below.',
  },
  'cart-no-delivery': {
    tone: 'danger',
    text: 'We do not deliver there. Please estimate the shipping to another city.',
  },
  'cart-first': {
    tone: 'info',
    text: 'Please put something into your cart first.',
  },
  'cart-estimate': {
    tone: 'info',
    text: 'Please estimate the shipping first.',
  },
} satisfies Notices;

/** Redirects to the cart's page, which says why. */
export function redirectToCart(name: NoticeName<typeof cartNotices>): Response {
  return redirectWithNotice('/shoppingCart', cartNotices, name);
}
