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
  previewParcel,
  previewTakingBack,
  releaseOrder,
  takeBackParcel,
} from '#features/fulfillment/fulfillment.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import {
  addComment,
  getOrder,
  previewRefund,
  refundLines,
  removeComment,
  restoreOrder,
  setOrderTags,
} from '#features/orders/orders.ts';
import { lineRefundRequest } from '#features/orders/refunds/refund-lines.schema.ts';
import { orderTagsRequest } from '#features/orders/tags/order-tags.schema.ts';
import { commentRequest } from '#features/orders/timeline/comments.schema.ts';
import { ownValue } from '#shared/own-value.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import { splitTags } from '#shared/tags.ts';
import { SURE } from '../../../components/console/confirmed-form.tsx';
import { withNotice } from '../../../notices.ts';
import { parseFields, refuse } from '../../../posted-form.ts';
import { orRefusal } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { GO_BACK } from './go-back.tsx';
import {
  addressQuestionOf,
  fieldsOf,
  type Handler,
  invalid,
  type OrderPageQuestion,
  type Outcome,
  questionOf,
  readAmountField,
  readLines,
  refundNotices,
  typedFieldsOf,
} from './handler.ts';
import type { PostedFields } from './order-forms.tsx';
import { returnHandlers } from './return/return-handlers.ts';
import { staffOrderNotices } from './staff-order-notices.ts';
import { unpaidHandlers } from './unpaid-handlers.ts';

const cancelNotices = {
  none: 'cancelled-unrefunded',
  done: 'cancelled',
  waiting: 'cancelled-refund-waits',
  refused: 'cancelled-refund-refused',
} as const;

/** The forms of the page. Each handler returns what the page shows afterwards. */
const handlers: Record<string, Handler> = {
  ...returnHandlers,
  ...unpaidHandlers,
  async fulfill({ ctx, actor }, id, posted, shown) {
    const request = parseFields(fulfillmentRequest, {
      lines: readLines(posted),
      carrier: posted.get('carrier'),
      trackingNumber: posted.get('trackingNumber'),
    });
    const what = { ...request, ...shown };
    const preview = (order: OrderView) => previewParcel(order, what);
    const seen = await getOrder(ctx, actor, id);
    const question = addressQuestionOf(posted, 'fulfill', seen, preview);
    if (question) return question;
    await fulfillOrder(ctx, actor, id, what);
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
    const request = parseFields(trackingRequest, {
      carrier: posted.get('carrier'),
      trackingNumber: posted.get('trackingNumber'),
    });
    const parcel = String(posted.get('fulfillment'));
    await correctTracking(ctx, actor, parcel, { ...request, ...shown });
    return 'tracked';
  },
  async cancel({ ctx, actor }, id, posted, shown) {
    const request = parseFields(cancellationRequest, {
      lines: readLines(posted),
      restock: posted.get('restock') === 'yes',
      refund: readAmountField(posted, 'refund'),
      note: posted.get('note'),
    });
    const what = { ...request, ...shown };
    const order = await getOrder(ctx, actor, id);
    const amountMinor = previewCancellation(order, what);
    const question = questionOf(posted, 'cancel', { order, amountMinor });
    if (question) return question;
    const { refund, refundId } = await cancelLines(ctx, actor, id, what);
    return { notice: cancelNotices[refund], refundId };
  },
  async refund({ ctx, actor }, id, posted, shown) {
    const lines = readLines(posted);
    const request = parseFields(lineRefundRequest, {
      lines: lines.length > 0 ? lines : undefined,
      shipping: posted.get('shipping') === 'yes',
      amount: readAmountField(posted, 'amount'),
      restock: posted.get('restock') === 'yes',
      reason: posted.get('reason'),
    });
    const what = { ...request, ...shown };
    const order = await getOrder(ctx, actor, id);
    const amountMinor = previewRefund(order, what);
    const question = questionOf(posted, 'refund', { order, amountMinor });
    if (question) return question;
    const { refund, refundId } = await refundLines(ctx, actor, id, what);
    return { notice: refundNotices[refund], refundId };
  },
  async hold({ ctx, actor }, id, posted, shown) {
    const request = parseFields(holdRequest, { reason: posted.get('reason') });
    await holdOrder(ctx, actor, id, { ...request, ...shown });
    return 'held';
  },
  async tags({ ctx, actor }, id, posted, { version }) {
    const tags = splitTags(String(posted.get('tags') ?? ''));
    const request = parseFields(orderTagsRequest, { tags });
    await setOrderTags(ctx, actor, id, { ...request, version });
    return 'tagged';
  },
  async comment({ ctx, actor }, id, posted, { key }) {
    const request = parseFields(commentRequest, { text: String(posted.get('text') ?? '') });
    await addComment(ctx, actor, id, { ...request, key });
    return 'commented';
  },
  async 'remove-comment'({ ctx, actor }, id, posted) {
    if (!posted.has(SURE)) throw invalid('Please check that you are sure.');
    await removeComment(ctx, actor, id, String(posted.get('comment')));
    return 'comment-removed';
  },
  async restore({ ctx, actor }, id) {
    await restoreOrder(ctx, actor, id);
    return 'order-restored';
  },
  async release({ ctx, actor }, id, _, shown) {
    await releaseOrder(ctx, actor, id, shown);
    return 'released';
  },
};

/** What the page shows when nothing was done: why, or a question. */
interface Result {
  message?: string;
  question?: OrderPageQuestion;
  /** What the form had. */
  kept: PostedFields;
}

/**
 * Does what a form of the page asks for. A refusal is shown above the order, with what was typed as
 * it is after a question that was left.
 */
export async function changeOrder(visit: Visit, id: string, posted: FormData) {
  const kept = typedFieldsOf(posted);
  if (posted.has(GO_BACK)) return data<Result>({ kept });
  const handle = ownValue(handlers, String(posted.get('intent')));
  const key = requestKey.safeParse(posted.get('key'));
  const version = Number(posted.get('version') ?? Number.NaN);
  const work = async () => {
    if (!handle || !key.success || !Number.isInteger(version)) throw invalid();
    return handle(visit, id, posted, { version, key: key.data });
  };
  const { value, refusal } = await orRefusal(work());
  if (refusal) return refuse<Omit<Result, 'message'>>(refusal, { kept });
  const outcome: Exclude<Outcome, string> = typeof value === 'string' ? { notice: value } : value;
  if ('question' in outcome) return data<Result>({ ...outcome, kept });
  const { notice, refundId, returnId, orderId = id } = outcome;
  const about = {
    ...(refundId && { refund: refundId }),
    ...(returnId && { return: returnId }),
  };
  throw redirect(withNotice(`/admin/orders/${orderId}`, staffOrderNotices, notice, about));
}
