/** Handles the forms of the table of orders. */
import { data } from 'react-router';
import { fulfillmentRequest } from '#features/fulfillment/fulfillment.schema.ts';
import { countOnTheWay, deliverMany, fulfillMany } from '#features/fulfillment/fulfillment.ts';
import { MAX_SELECTED } from '#features/orders/lists/staff-orders.schema.ts';
import { tagOrders } from '#features/orders/orders.ts';
import { tagOrdersRequest } from '#features/orders/tags/order-tags.schema.ts';
import { counted } from '#shared/counted.ts';
import { AppError } from '#shared/errors.ts';
import { ownValue } from '#shared/own-value.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import { splitTags } from '#shared/tags.ts';
import { changeViews, type ViewConflict } from '../../../components/console/views/change-views.ts';
import { parseFields } from '../../../posted-form.ts';
import { orRefusal, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { readOrderValues } from '../../../staff-order-address.ts';

type Selected = { id: string; version: number }[];

export interface OrdersQuestion {
  orders: Selected;
  /** Makes repeated posts create only one parcel of each order. */
  key: string;
}

export interface DeliveryQuestion {
  orders: Selected;
  /** How many parcels of them are on the way. */
  parcels: number;
}

export interface TaggingQuestion {
  orders: Selected;
  add: string[];
  remove: string[];
}

interface Refused {
  id: string;
  number: string;
  refusal: string;
}

/** What the page shows after a form: a question, or what happened. */
export interface OrdersResult extends Partial<ViewConflict> {
  question?: OrdersQuestion;
  delivery?: DeliveryQuestion;
  tagging?: TaggingQuestion;
  notice?: { tone: 'success' | 'danger'; text: string };
  /** Orders that were refused, each with the reason. */
  refused?: Refused[];
  /** What the form had, if nothing was done. */
  kept?: KeptForm;
}

/** The selection and the tags of a refused form, which a page without script shows again. */
export interface KeptForm {
  ids: string[];
  add: string;
  remove: string;
}

type Handler = (visit: Visit, posted: FormData, url: URL) => Promise<OrdersResult | Response>;

const handlers: Record<string, Handler> = {
  ...changeViews('orders'),
  async ask(_, posted) {
    return { question: { orders: readSelected(posted), key: crypto.randomUUID() } };
  },
  async fulfill({ ctx, actor }, posted) {
    const orders = readSelected(posted);
    const key = requestKey.safeParse(posted.get('key'));
    const request = fulfillmentRequest.safeParse({ carrier: posted.get('carrier') });
    if (!key.success || !request.success) throw invalid('Please select the orders again.');
    const done = await fulfillMany(ctx, actor, orders, { ...request.data, key: key.data });
    return resultOfEach(done, 'fulfilled', posted);
  },
  async 'ask-delivered'({ ctx, actor }, posted) {
    const orders = readSelected(posted);
    const ids = orders.map(({ id }) => id);
    const parcels = await countOnTheWay(ctx, actor, ids);
    if (parcels === 0) throw invalid('Nothing of these orders is on the way.');
    return { delivery: { orders, parcels } };
  },
  async deliver({ ctx, actor }, posted) {
    const done = await deliverMany(ctx, actor, readSelected(posted));
    return resultOfEach(done, 'marked as delivered', posted);
  },
  async 'ask-tags'(_, posted) {
    return { tagging: { orders: readSelected(posted), ...readTags(posted) } };
  },
  async tag({ ctx, actor }, posted) {
    const ids = readSelected(posted).map(({ id }) => id);
    const { changed, refused } = await tagOrders(ctx, actor, ids, readTags(posted));
    return resultOf({ count: changed, done: 'changed', refused }, posted);
  },
};

/** Does what a form of the table asks for. A refusal is shown above the table. */
export async function changeOrders(visit: Visit, posted: FormData, url: URL) {
  const handle = ownValue(handlers, String(posted.get('intent')));
  const work = async () => {
    if (!handle) throw invalid('Please try again.');
    return handle(visit, posted, url);
  };
  const { value, refusal } = await orRefusal(work());
  if (!refusal) return value;
  const notice = { tone: 'danger', text: refusal.message } as const;
  return data({ notice, kept: keptForm(posted) } satisfies OrdersResult, refusalInit(refusal));
}

function keptForm(posted: FormData): KeptForm {
  const orders = readOrderValues(posted.getAll('order'), MAX_SELECTED);
  const [add = '', remove = ''] = ['add', 'remove'].map((name) => String(posted.get(name) ?? ''));
  return { ids: orders.map(({ id }) => id), add, remove };
}

function readSelected(posted: FormData): Selected {
  const orders = readOrderValues(posted.getAll('order'), MAX_SELECTED);
  if (orders.length === 0) throw invalid('Please select the orders first.');
  return orders;
}

function readTags(posted: FormData) {
  const [add, remove] = ['add', 'remove'].map((name) => splitTags(String(posted.get(name) ?? '')));
  return parseFields(tagOrdersRequest, { add, remove });
}

function resultOfEach(
  changed: { id: string; number: string; refusal: string | null }[],
  done: string,
  posted: FormData,
): OrdersResult {
  const refused = changed.flatMap(({ refusal, ...order }) =>
    refusal === null ? [] : [{ ...order, refusal }],
  );
  return resultOf({ count: changed.length - refused.length, done, refused }, posted);
}

function resultOf(
  { count, done, refused }: { count: number; done: string; refused: Refused[] },
  posted: FormData,
): OrdersResult {
  const text = `${counted(count, 'order')} ${done}.`;
  if (refused.length === 0) return { notice: { tone: 'success', text } };
  const notice = { tone: 'danger', text: `${text} Not ${done}:` } as const;
  return count > 0 ? { notice, refused } : { notice, refused, kept: keptForm(posted) };
}

function invalid(message = 'Please select the orders again.'): AppError {
  return new AppError('invalid_request', message);
}
