import type { Notices } from '../../../notices.ts';

const refunded: Notices[string] = {
  tone: 'success',
  text: 'The order is cancelled, and your refund is on its way.',
};

/** The notices after the customer cancelled a paid order, by the result of the refund. */
export const cancellationNotices = {
  'cancelled-done': refunded,
  'cancelled-waiting': refunded,
  'cancelled-none': { tone: 'success', text: 'The order is cancelled.' },
  'cancelled-refused': {
    tone: 'info',
    text: 'The order is cancelled. Your refund needs a look from us, and we write to you about it.',
  },
} satisfies Notices;
