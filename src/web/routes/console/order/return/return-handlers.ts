import { trackingRequest } from '#features/fulfillment/fulfillment.schema.ts';
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
  receiveReturn,
  refundReturn,
  requestReturn,
  shipExchange,
} from '#features/returns/returns.ts';
import { requireReturnRequest } from '../../../../components/return/requested-return.ts';
import { type Handler, invalid } from '../handler.ts';

const returnOf = (posted: FormData) => String(posted.get('return'));

/** The handlers of the forms of a return. */
export const returnHandlers: Record<string, Handler> = {
  async 'return-record'({ ctx, actor }, id, posted, shown) {
    await requestReturn(ctx, actor, id, { ...requireReturnRequest(posted), ...shown });
    return 'return-recorded';
  },
  async 'return-approve'({ ctx, actor }, _, posted, shown) {
    await approveReturn(ctx, actor, returnOf(posted), shown);
    return 'return-approved';
  },
  async 'return-decline'({ ctx, actor }, _, posted, shown) {
    const request = declineRequest.safeParse({ reason: posted.get('reason') });
    if (!request.success) throw invalid(request.error.issues[0]?.message);
    await declineReturn(ctx, actor, returnOf(posted), { ...request.data, ...shown });
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
    const request = receiveRequest.safeParse({ lines });
    if (!request.success) throw invalid(request.error.issues[0]?.message);
    await receiveReturn(ctx, actor, returnOf(posted), { ...request.data, ...shown });
    return 'return-received';
  },
  async 'return-refund'({ ctx, actor }, _, posted, shown) {
    const request = returnRefundRequest.safeParse({
      shipping: posted.get('shipping') === 'yes',
      amount: String(posted.get('amount') ?? '').trim() || undefined,
    });
    if (!request.success) throw invalid(request.error.issues[0]?.message);
    const what = { ...request.data, ...shown };
    const { refund } = await refundReturn(ctx, actor, returnOf(posted), what);
    if (refund === 'waiting') return 'refund-waits';
    return refund === 'refused' ? 'refund-refused' : 'refunded';
  },
  async 'exchange-ship'({ ctx, actor }, _, posted, shown) {
    const request = trackingRequest.safeParse({
      carrier: posted.get('carrier'),
      trackingNumber: posted.get('trackingNumber'),
    });
    if (!request.success) throw invalid(request.error.issues[0]?.message);
    await shipExchange(ctx, actor, returnOf(posted), { ...request.data, ...shown });
    return 'exchange-shipped';
  },
  async 'exchange-cancel'({ ctx, actor }, _, posted, shown) {
    await cancelExchange(ctx, actor, returnOf(posted), shown);
    return 'exchange-cancelled';
  },
  async 'return-close'({ ctx, actor }, _, posted, shown) {
    await closeReturn(ctx, actor, returnOf(posted), shown);
    return 'return-closed';
  },
};
