import { trackingRequest } from '#features/fulfillment/fulfillment.schema.ts';
import { outsidePaymentRequest } from '#features/orders/order-requests.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { getOrder } from '#features/orders/orders.ts';
import {
  declineRequest,
  receiveRequest,
  returnRefundRequest,
} from '#features/returns/returns.schema.ts';
import {
  approveReturn,
  cancelExchange,
  closeReturn,
  declineReturn,
  markDifferenceAsPaid,
  previewCancelledExchange,
  previewExchange,
  previewReturnRefund,
  previewUnpaidDifference,
  receiveReturn,
  refundReturn,
  requestReturn,
  shipExchange,
  waiveDifference,
} from '#features/returns/returns.ts';
import { requireReturnRequest } from '../../../../components/return/require-return-request.ts';
import { parseFields } from '../../../../posted-form.ts';
import {
  addressQuestionOf,
  type Handler,
  questionOf,
  readAmountField,
  refundNotices,
  unpaidQuestionOf,
} from '../handler.ts';
import { EXCHANGE_CANCELLED, RETURN_RECEIVED } from '../staff-order-notices.ts';

const returnOf = (posted: FormData) => String(posted.get('return'));

/** The handlers of the forms of a return. */
export const returnHandlers: Record<string, Handler> = {
  async 'return-record'({ ctx, actor }, id, posted, shown) {
    const request = requireReturnRequest(posted);
    await requestReturn(ctx, actor, id, { ...request, ...shown, isApproved: true });
    return 'return-recorded';
  },
  async 'return-approve'({ ctx, actor }, _, posted, shown) {
    await approveReturn(ctx, actor, returnOf(posted), shown);
    return 'return-approved';
  },
  async 'return-decline'({ ctx, actor }, _, posted, shown) {
    const request = parseFields(declineRequest, { reason: posted.get('reason') });
    await declineReturn(ctx, actor, returnOf(posted), { ...request, ...shown });
    return 'return-declined';
  },
  async 'return-receive'({ ctx, actor }, _, posted, shown) {
    const units = posted.getAll('units');
    const conditions = posted.getAll('condition');
    const restocked = posted.getAll('restock');
    const lines = posted.getAll('sku').map((sku, index) => ({
      sku,
      quantity: Number(units[index]),
      condition: conditions[index],
      restock: restocked.includes(sku),
    }));
    const request = parseFields(receiveRequest, { lines });
    const returnId = returnOf(posted);
    await receiveReturn(ctx, actor, returnId, { ...request, ...shown });
    return { notice: RETURN_RECEIVED, returnId };
  },
  async 'return-refund'({ ctx, actor }, id, posted, shown) {
    const request = parseFields(returnRefundRequest, {
      shipping: posted.get('shipping') === 'yes',
      amount: readAmountField(posted, 'amount'),
    });
    const what = { ...request, ...shown };
    const returnId = returnOf(posted);
    const order = await getOrder(ctx, actor, id);
    const preview = previewReturnRefund(order, returnId, what);
    const ofReturn = order.returns.find((one) => one.id === returnId)?.state;
    const question =
      preview && questionOf(posted, 'return-refund', { ...preview, order, ...{ ofReturn } });
    if (question) return question;
    const { refund } = await refundReturn(ctx, actor, returnId, what);
    return { notice: refundNotices[refund], returnId };
  },
  async 'exchange-ship'({ ctx, actor }, id, posted, shown) {
    const request = parseFields(trackingRequest, {
      carrier: posted.get('carrier'),
      trackingNumber: posted.get('trackingNumber'),
    });
    const preview = (order: OrderView) => previewExchange(order, returnOf(posted), shown);
    const seen = await getOrder(ctx, actor, id);
    const question = addressQuestionOf(posted, 'exchange-ship', seen, preview);
    if (question) return question;
    await shipExchange(ctx, actor, returnOf(posted), { ...request, ...shown });
    return 'exchange-shipped';
  },
  async 'difference-paid'({ ctx, actor }, id, posted, shown) {
    const request = parseFields(outsidePaymentRequest, { reference: posted.get('reference') });
    const returnId = returnOf(posted);
    const preview = async () =>
      previewUnpaidDifference(await getOrder(ctx, actor, id), returnId, shown);
    const question = await unpaidQuestionOf(posted, 'difference-paid', preview);
    if (question) return question;
    const what = { ...request, ...shown };
    const { isCardOpen } = await markDifferenceAsPaid(ctx, actor, returnId, what);
    return isCardOpen ? 'difference-paid-card-open' : 'difference-paid';
  },
  async 'difference-waive'({ ctx, actor }, id, posted, shown) {
    const returnId = returnOf(posted);
    const preview = async () =>
      previewUnpaidDifference(await getOrder(ctx, actor, id), returnId, shown);
    const question = await unpaidQuestionOf(posted, 'difference-waive', preview);
    if (question) return question;
    const { isCardOpen } = await waiveDifference(ctx, actor, returnId, shown);
    return isCardOpen ? 'difference-waived-card-open' : 'difference-waived';
  },
  async 'exchange-cancel'({ ctx, actor }, id, posted, shown) {
    const returnId = returnOf(posted);
    const order = await getOrder(ctx, actor, id);
    const amountMinor = previewCancelledExchange(order, returnId, shown);
    const parts = { amountMinor, orderMinor: 0, outsideMinor: amountMinor, isForUnits: true };
    const question = questionOf(posted, 'exchange-cancel', { ...parts, order });
    if (question) return question;
    await cancelExchange(ctx, actor, returnId, shown);
    return { notice: EXCHANGE_CANCELLED, returnId };
  },
  async 'return-close'({ ctx, actor }, _, posted, shown) {
    await closeReturn(ctx, actor, returnOf(posted), shown);
    return 'return-closed';
  },
};
