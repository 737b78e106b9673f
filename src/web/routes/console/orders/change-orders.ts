/** Handles the forms of the table of orders. */
import { data } from 'react-router';
import { fulfillmentRequest, MAX_ORDERS } from '#features/fulfillment/fulfillment.schema.ts';
import { fulfillMany } from '#features/fulfillment/fulfillment.ts';
import { counted } from '#shared/counted.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import { orRefusal, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { readOrderValues } from '../../../staff-order-address.ts';

export interface OrdersQuestion {
  orders: { id: string; version: number }[];
  /** Makes repeated posts create only one parcel of each order. */
  key: string;
}

/** What the page shows after a form: a question, or what happened. */
export interface OrdersResult {
  question?: OrdersQuestion;
  notice?: { tone: 'success' | 'danger'; text: string };
  /** Orders that were refused, each with the reason. */
  refused?: { id: string; number: string; refusal: string }[];
}

/** Asks before the selected orders are fulfilled, or fulfills them. */
export async function changeOrders({ ctx, actor }: Visit, posted: FormData) {
  const orders = readOrderValues(posted.getAll('order'), MAX_ORDERS);
  if (orders.length === 0) return problem('Please select the orders first.', { status: 422 });
  if (posted.get('intent') !== 'fulfill') {
    return { question: { orders, key: crypto.randomUUID() } } satisfies OrdersResult;
  }
  const key = requestKey.safeParse(posted.get('key'));
  const request = fulfillmentRequest.safeParse({ carrier: posted.get('carrier') });
  if (!key.success || !request.success) {
    return problem('Please select the orders again.', { status: 422 });
  }
  const work = fulfillMany(ctx, actor, orders, { ...request.data, key: key.data });
  const { value, refusal } = await orRefusal(work);
  if (refusal) return problem(refusal.message, refusalInit(refusal));
  const refused = value.flatMap(({ refusal: why, ...order }) =>
    why === null ? [] : [{ ...order, refusal: why }],
  );
  const sent = `${counted(value.length - refused.length, 'order')} fulfilled.`;
  const result: OrdersResult =
    refused.length === 0
      ? { notice: { tone: 'success', text: sent } }
      : { notice: { tone: 'danger', text: `${sent} Not fulfilled:` }, refused };
  return result;
}

function problem(text: string, init: ResponseInit) {
  return data({ notice: { tone: 'danger', text } } satisfies OrdersResult, init);
}
