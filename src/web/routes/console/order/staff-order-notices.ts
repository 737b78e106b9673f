import { addressNotices } from '../../../components/page/address-notices.ts';
import { staffNotices } from '../../../components/page/staff-notices.ts';
import type { Notices } from '../../../notices.ts';

/** The notice of a cancelled order, which offers to undo that. */
export const ORDER_CANCELLED = 'order-cancelled';

/** The notice of a return that arrived, which may have given money back. */
export const RETURN_RECEIVED = 'return-received';

/** The notice of an exchange that was cancelled, whose difference may go back. */
export const EXCHANGE_CANCELLED = 'exchange-cancelled';

const CARD_OPEN =
  "A card payment could not be stopped: see 'Payment problems'. If the card is charged, that goes back by itself.";

/** The notices of the page of an order. */
export const staffOrderNotices = {
  ...staffNotices,
  ...addressNotices,
  fulfilled: { tone: 'success', text: 'The parcel is recorded, and the customer gets an email.' },
  delivered: { tone: 'success', text: 'The parcel is marked as delivered.' },
  'taken-back': {
    tone: 'success',
    text: 'The parcel is taken back. Its items count as not shipped.',
  },
  tracked: {
    tone: 'success',
    text: 'The tracking is corrected. The customer sees it in My Orders.',
  },
  cancelled: {
    tone: 'success',
    text: 'The items are cancelled, and the customer gets an email.',
  },
  'cancelled-unrefunded': {
    tone: 'success',
    text: 'The items are cancelled, nothing is refunded, and the customer gets an email.',
  },
  'cancelled-refund-waits': {
    tone: 'info',
    text: 'The items are cancelled. The card provider was not reached, so the refund is made later.',
  },
  'cancelled-refund-refused': {
    tone: 'danger',
    text: "The items are cancelled. The card provider refused the refund: see 'Payment problems'.",
  },
  refunded: { tone: 'success', text: 'The refund is made, and the customer gets an email.' },
  'refund-waits': {
    tone: 'info',
    text: 'The refund is recorded. The card provider was not reached, so it is made later.',
  },
  'refund-refused': {
    tone: 'danger',
    text: "The card provider refused the refund: see 'Payment problems'.",
  },
  'return-recorded': {
    tone: 'success',
    text: 'The return is recorded and approved. The customer gets an email with your address.',
  },
  'return-approved': {
    tone: 'success',
    text: 'The return is approved. The customer gets an email with your address.',
  },
  'return-declined': {
    tone: 'success',
    text: 'The return is declined. The customer gets an email.',
  },
  [RETURN_RECEIVED]: {
    tone: 'success',
    text: 'The return is received.',
  },
  'exchange-shipped': {
    tone: 'success',
    text: 'The exchange is sent, and the customer gets an email.',
  },
  [EXCHANGE_CANCELLED]: {
    tone: 'success',
    text: 'The exchange is cancelled. Refund the return once it is received.',
  },
  'difference-paid': {
    tone: 'success',
    text: 'The difference is paid and has its invoice, and the customer gets an email.',
  },
  'difference-paid-card-open': {
    tone: 'info',
    text: `The difference is paid and has its invoice, and the customer gets an email. ${CARD_OPEN}`,
  },
  'difference-waived': {
    tone: 'success',
    text: 'The difference is waived, and the customer gets an email.',
  },
  'difference-waived-card-open': {
    tone: 'info',
    text: `The difference is waived, and the customer gets an email. ${CARD_OPEN}`,
  },
  'return-closed': { tone: 'success', text: 'The return is closed.' },
  'marked-paid': {
    tone: 'success',
    text: 'The order is paid and has its invoice, and the customer gets an email.',
  },
  'marked-paid-card-open': {
    tone: 'info',
    text: `The order is paid and has its invoice, and the customer gets an email. ${CARD_OPEN}`,
  },
  [ORDER_CANCELLED]: {
    tone: 'success',
    text: 'The order is cancelled, and its items are on sale again.',
  },
  'placed-again': {
    tone: 'success',
    text: 'The order is back. It was placed again, under this new number.',
  },
  commented: { tone: 'success', text: 'The comment is added. Only staff see it.' },
  'comment-removed': { tone: 'success', text: 'The comment is removed.' },
  tagged: { tone: 'success', text: 'The tags are saved. Only staff see them.' },
  held: { tone: 'success', text: 'The order is on hold.' },
  released: { tone: 'success', text: 'The order can be shipped again.' },
} satisfies Notices;
