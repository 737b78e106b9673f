import type { Notices } from '../../notices.ts';
import { UndoDeletion } from '../order/undo-deletion.tsx';
import { addressNotices } from './address-notices.ts';
import type { NoticeHandle } from './page-notice.tsx';

/** The notices after redirects to a list of orders. */
export const orderNotices = {
  ...addressNotices,
  'order-placed': { tone: 'success', text: 'Your order is placed. You can pay for it below.' },
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
} satisfies Notices;

export const orderHandle: NoticeHandle = { notices: orderNotices, Undo: UndoDeletion };
