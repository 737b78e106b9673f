/** Handles the forms of the page of an order. */
import { data, redirect } from 'react-router';
import {
  cancellationRequest,
  fulfillmentRequest,
  holdRequest,
  trackingRequest,
} from '#features/fulfillment/fulfillment.schema.ts';
import {
  cancelLines,
  correctTracking,
  fulfillOrder,
  holdOrder,
  markDelivered,
  previewCancellation,
  previewTakingBack,
  releaseOrder,
  takeBackParcel,
} from '#features/fulfillment/fulfillment.ts';
import { commentRequest } from '#features/orders/comments.schema.ts';
import { orderTagsRequest } from '#features/orders/order-tags.schema.ts';
import {
  addComment,
  getOrder,
  previewRefund,
  refundLines,
  removeComment,
  setOrderTags,
} from '#features/orders/orders.ts';
import { lineRefundRequest } from '#features/orders/refund-lines.schema.ts';
import { ownValue } from '#shared/own-value.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import { splitTags } from '#shared/tags.ts';
import {
  type RequestedReturn,
  readRequestedReturn,
} from '../../../components/return/requested-return.ts';
import { orRefusal, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { SURE } from '../sections/confirmed-form.tsx';
import {
  fieldsOf,
  type Handler,
  invalid,
  questionOf,
  type RefundQuestion,
  readLines,
  type TakeBackQuestion,
} from './handler.ts';
import { returnHandlers } from './return/return-handlers.ts';

const cancelNotices = {
  none: 'cancelled-unrefunded',
  done: 'cancelled',
  waiting: 'cancelled-refund-waits',
  refused: 'cancelled-refund-refused',
};

const refundNotices = { done: 'refunded', waiting: 'refund-waits', refused: 'refund-refused' };

/** The forms of the page. Each handler returns what the page shows afterwards. */
const handlers: Record<string, Handler> = {
  ...returnHandlers,
  async fulfill({ ctx, actor }, id, posted, shown) {
    const request = fulfillmentRequest.safeParse({
      lines: readLines(posted),
      carrier: posted.get('carrier'),
      trackingNumber: posted.get('trackingNumber'),
    });
    if (!request.success) throw invalid(request.error.issues[0]?.message);
    await fulfillOrder(ctx, actor, id, { ...request.data, ...shown });
    return 'fulfilled';
  },
  async deliver({ ctx, actor }, _, posted, shown) {
    await markDelivered(ctx, actor, String(posted.get('fulfillment')), shown);
    return 'delivered';
  },
  async 'take-back'({ ctx, actor }, _, posted, shown) {
    const parcel = String(posted.get('fulfillment'));
    const what = posted.has(SURE) ? null : await previewTakingBack(ctx, actor, parcel, shown);
    if (what) {
      return {
        question: { intent: 'take-back', ...what, fields: [...fieldsOf(posted), [SURE, 'yes']] },
      };
    }
    await takeBackParcel(ctx, actor, parcel, shown);
    return 'taken-back';
  },
  async track({ ctx, actor }, _, posted, shown) {
    const request = trackingRequest.safeParse({
      carrier: posted.get('carrier'),
      trackingNumber: posted.get('trackingNumber'),
    });
    if (!request.success) throw invalid(request.error.issues[0]?.message);
    const parcel = String(posted.get('fulfillment'));
    await correctTracking(ctx, actor, parcel, { ...request.data, ...shown });
    return 'tracked';
  },
  async cancel({ ctx, actor }, id, posted, shown) {
    const request = cancellationRequest.safeParse({
      lines: readLines(posted),
      restock: posted.get('restock') === 'yes',
      refund: String(posted.get('refund') ?? '').trim() || undefined,
      note: posted.get('note'),
    });
    if (!request.success) throw invalid(request.error.issues[0]?.message);
    const what = { ...request.data, ...shown };
    const order = await getOrder(ctx, actor, id);
    const amountMinor = previewCancellation(order, what);
    const question = questionOf(posted, 'cancel', { order, amountMinor });
    if (question) return question;
    const { refund, refundId } = await cancelLines(ctx, actor, id, what);
    return { notice: cancelNotices[refund], refundId };
  },
  async refund({ ctx, actor }, id, posted, shown) {
    const lines = readLines(posted);
    const request = lineRefundRequest.safeParse({
      lines: lines.length > 0 ? lines : undefined,
      shipping: posted.get('shipping') === 'yes',
      amount: String(posted.get('amount') ?? '').trim() || undefined,
      restock: posted.get('restock') === 'yes',
      reason: posted.get('reason'),
    });
    if (!request.success) throw invalid(request.error.issues[0]?.message);
    const what = { ...request.data, ...shown };
    const order = await getOrder(ctx, actor, id);
    const amountMinor = previewRefund(order, what);
    const question = questionOf(posted, 'refund', { order, amountMinor });
    if (question) return question;
    const { refund, refundId } = await refundLines(ctx, actor, id, what);
    return { notice: refundNotices[refund], refundId };
  },
  async hold({ ctx, actor }, id, posted, shown) {
    const request = holdRequest.safeParse({ reason: posted.get('reason') });
    if (!request.success) throw invalid(request.error.issues[0]?.message);
    await holdOrder(ctx, actor, id, { ...request.data, ...shown });
    return 'held';
  },
  async tags({ ctx, actor }, id, posted, { version }) {
    const tags = splitTags(String(posted.get('tags') ?? ''));
    const request = orderTagsRequest.safeParse({ tags });
    if (!request.success) throw invalid(request.error.issues[0]?.message);
    await setOrderTags(ctx, actor, id, { ...request.data, version });
    return 'tagged';
  },
  async comment({ ctx, actor }, id, posted, { key }) {
    const request = commentRequest.safeParse({ text: String(posted.get('text') ?? '') });
    if (!request.success) throw invalid(request.error.issues[0]?.message);
    await addComment(ctx, actor, id, { ...request.data, key });
    return 'commented';
  },
  async 'remove-comment'({ ctx, actor }, id, posted) {
    if (!posted.has(SURE)) throw invalid('Please check that you are sure.');
    await removeComment(ctx, actor, id, String(posted.get('comment')));
    return 'comment-removed';
  },
  async release({ ctx, actor }, id, _, shown) {
    await releaseOrder(ctx, actor, id, shown);
    return 'released';
  },
};

/** What the page shows when nothing was done: why, or a question. */
interface Result {
  message?: string;
  question?: RefundQuestion | TakeBackQuestion;
  /** The typed values of a refused return. */
  asked: RequestedReturn | null;
}

/** Does what a form of the page asks for. A refusal is shown above the order. */
export async function changeOrder(visit: Visit, id: string, posted: FormData) {
  const intent = String(posted.get('intent'));
  const handle = ownValue(handlers, intent);
  const key = requestKey.safeParse(posted.get('key'));
  const version = Number(posted.get('version') ?? Number.NaN);
  const work = async () => {
    if (!handle || !key.success || !Number.isInteger(version)) throw invalid();
    return handle(visit, id, posted, { version, key: key.data });
  };
  const { value, refusal } = await orRefusal(work());
  if (refusal) {
    const asked = intent === 'return-record' ? readRequestedReturn(posted) : null;
    return data<Result>({ message: refusal.message, asked }, refusalInit(refusal));
  }
  const outcome = typeof value === 'string' ? { notice: value, refundId: null } : value;
  if ('question' in outcome) return data<Result>({ ...outcome, asked: null });
  const { notice, refundId } = outcome;
  const params = new URLSearchParams({ notice, ...(refundId ? { refund: refundId } : {}) });
  throw redirect(`/admin/orders/${id}?${params}`);
}
