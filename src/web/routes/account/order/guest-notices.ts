import type { Notices } from '../../../notices.ts';

/** The notices of the page of a guest's order. */
export const guestNotices = {
  'guest-order-placed': {
    tone: 'success',
    text: 'Thank you. We have your order, and its link is on its way to your email address.',
  },
  'guest-order-cancelled': { tone: 'success', text: 'The order is cancelled.' },
  'account-made': {
    tone: 'success',
    text: 'You have an account now. Confirm your email address by the link that we sent you, and your orders are in My Orders.',
  },
  'order-taken-over': { tone: 'success', text: 'The order is in My Orders now.' },
} satisfies Notices;
