import { expect } from 'vitest';
import { markDelivered } from '#features/fulfillment/fulfillment.ts';
import { viewOrder } from '#features/orders/orders.ts';
import { confirmCard } from './cards.ts';
import { type openExchangeShop, type Shirts, shown, tracking } from './exchanges.ts';
import type { Client } from './shop.ts';

export const VAT = { name: 'VAT', rate: '9.975', country: 'BD' };

export interface Asked {
  /** The earlier return whose exchange comes back. */
  of?: string;
  want?: string;
  quantity?: number;
  who?: Client;
}

/** What a test does with returns of bought shirts, and of what was sent in exchange for them. */
export function returnsOf({
  shop,
  query,
  act,
  post,
  sam,
  admin,
  staff,
}: Awaited<ReturnType<typeof openExchangeShop>>) {
  const { ctx } = shop.context;
  const viewOf = ({ id }: Shirts) => viewOrder(ctx, id);

  /** Asks for a return of the shirts in M, or of what was sent for them. */
  function ask({ id, m }: Shirts, { of, want, quantity = 1, who = sam }: Asked = {}, key?: string) {
    const line = { sku: m, quantity, reason: 'too_small', exchangeForSku: want };
    return post(who, `/orders/${id}/returns`, { ofReturn: of, lines: [line] }, key);
  }

  /** An approved return; what is dearer is paid. */
  async function approved(order: Shirts, asked: Asked = {}): Promise<string> {
    const { status, body } = await ask(order, asked);
    expect([status, body.message]).toEqual([201, undefined]);
    const id = String(body.returns.at(-1)._id);
    const { body: after } = await act(id, 'approve');
    if (after.returns.at(-1).extraPayment?.payable) await pay(id, asked.who);
    return id;
  }

  async function pay(id: string, who: Client = sam): Promise<void> {
    const { clientSecret } = await (
      await who.post(`/api/v1/returns/${id}/payment-intent`, {})
    ).json();
    const transaction = (await (await confirmCard(who, clientSecret)).json()).id;
    const paid = await who.put(`/api/v1/returns/${id}/payment`, { transaction });
    expect(paid.status).toBe(200);
  }

  const receive = (order: Shirts, id: string, quantity = 1) =>
    act(id, 'receive', { lines: [{ sku: order.m, quantity, restock: true }] });

  /** An exchange that arrived. Returns the id of its return. */
  async function exchanged(order: Shirts, asked: Asked): Promise<string> {
    const id = await approved(order, asked);
    expect((await receive(order, id, asked.quantity)).status).toBe(200);
    const { body } = await act(id, 'ship-exchange', tracking);
    const sent = body.returns.find((one: { _id: string }) => one._id === id);
    await markDelivered(ctx, staff, sent.lines[0].exchange.fulfillmentId, shown);
    return id;
  }

  /** A return that came for money, and its refund. */
  async function refunded(order: Shirts, asked: Asked, amount?: number) {
    const id = await approved(order, asked);
    await receive(order, id, asked.quantity);
    const { status, body } = await act(id, 'refund', { amount });
    expect([status, body.message]).toEqual([201, undefined]);
    return { id, one: body.returns.find((one: { _id: string }) => one._id === id) };
  }

  /** Sets the taxes that are added to prices. */
  async function setRates(rates: object[]): Promise<void> {
    const { version } = await (await admin.get('/api/v1/taxes')).json();
    const body = { pricesIncludeTax: false, rates };
    const response = await admin.put('/api/v1/taxes', body, { 'if-match': `"${version}"` });
    expect(response.status).toBe(200);
  }

  /** The total and the taxes of each document: of invoices, then of credit notes. */
  async function printedOf({ id }: Shirts): Promise<[string, number, number][]> {
    const rows = await query(
      'select kind, total_minor as total, content from documents where order_id = $1 order by kind desc, total_minor',
      [id],
    );
    return rows.map(({ kind, total, content }) => [
      kind,
      Number(total),
      content.taxes.reduce((sum: number, tax: { taxMinor: number }) => sum + tax.taxMinor, 0),
    ]);
  }

  /** What was paid and refunded: of the order, and of each extra payment. */
  async function moneyOf(order: Shirts): Promise<number[][]> {
    const { payment, returns } = await viewOf(order);
    const extras = returns.flatMap(({ extra }) => (extra?.payment ? [extra.payment] : []));
    return [payment, ...extras].map((one) => [one?.amountMinor ?? 0, one?.refundedMinor ?? 0]);
  }

  return {
    ...{ viewOf, ask, approved, pay, receive, exchanged, refunded },
    ...{ setRates, moneyOf, printedOf },
  };
}
