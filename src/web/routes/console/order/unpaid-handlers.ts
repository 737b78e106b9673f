import { undoCancellation } from '#features/checkout/checkout.ts';
import { outsidePaymentRequest } from '#features/orders/order-requests.schema.ts';
import { cancelUnpaidOrder, markAsPaid } from '#features/orders/orders.ts';
import { parseFields } from '../../../posted-form.ts';
import { type Handler, unpaidQuestionOf } from './handler.ts';

/** The handlers of the forms of an unpaid order. Both ask first. */
export const unpaidHandlers: Record<string, Handler> = {
  async 'mark-paid'({ ctx, actor }, id, posted, shown) {
    const request = parseFields(outsidePaymentRequest, { reference: posted.get('reference') });
    const question = await unpaidQuestionOf(posted, 'mark-paid');
    if (question) return question;
    const { isCardOpen } = await markAsPaid(ctx, actor, id, { ...request, ...shown });
    return isCardOpen ? 'marked-paid-card-open' : 'marked-paid';
  },
  async 'cancel-order'({ ctx, actor }, id, posted, { version }) {
    const question = await unpaidQuestionOf(posted, 'cancel-order');
    if (question) return question;
    await cancelUnpaidOrder(ctx, actor, id, { version });
    return 'order-cancelled';
  },
  async 'undo-cancel'({ ctx, actor }, id, _, { version }) {
    const orderId = await undoCancellation(ctx, actor, id, { version });
    return { notice: 'placed-again', orderId };
  },
};
