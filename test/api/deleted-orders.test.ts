import { afterAll, beforeAll, expect, test } from 'vitest';
import { undoDeletion } from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { viewOwnOrder, viewOwnOrderPage } from '#features/orders/orders.ts';
import { codeOf } from '../support/code-of.ts';
import { placeOrderOf } from '../support/paid-orders.ts';
import { type Client, openTestShop, signedInActorOf, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let ctx: Ctx;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop();
  ctx = shop.context.ctx;
  sam = await shop.shopper('Sam Deletes');
  admin = await shop.admin();
});
afterAll(() => shop.close());

test('a paid order keeps its page when its customer deletes it, with what is refunded', async () => {
  const { id, totalAmount } = await placeOrderOf(shop, sam, [1]);
  const actor = await signedInActorOf(shop, sam);
  expect(await viewOwnOrderPage(ctx, actor, id)).toMatchObject({ isDeleted: false });
  await sam.delete(`/orders/${id}`);
  const refunded = await admin.post(
    `/orders/${id}/refunds`,
    { amount: totalAmount, reason: 'Sent too late' },
    { 'idempotency-key': 'deleted' },
  );
  expect(refunded.status, await refunded.clone().text()).toBe(201);
  expect(await viewOwnOrderPage(ctx, actor, id)).toMatchObject({
    isDeleted: true,
    order: { status: 'paid', payment: { refundedMinor: totalAmount * 100 } },
  });
  // Everything else of it is closed to them, until they take the deletion back.
  expect((await sam.get(`/orders/${id}`)).status).toBe(404);
  expect(await codeOf(viewOwnOrder(ctx, actor, id))).toBe('not_found');
  expect(await undoDeletion(ctx, actor, id)).toEqual({ placedAgain: false });
  expect(await viewOwnOrderPage(ctx, actor, id)).toMatchObject({ isDeleted: false });
});

test('nobody else sees that page, and an order that was cancelled by it keeps its own', async () => {
  const actor = await signedInActorOf(shop, sam);
  const olive = await shop.shopper('Olive Other');
  for (const isPaid of [true, false]) {
    const { id } = await placeOrderOf(shop, sam, [1], { isPaid });
    await sam.delete(`/orders/${id}`);
    for (const other of [olive, admin]) {
      const someone = await signedInActorOf(shop, other);
      expect(await codeOf(viewOwnOrderPage(ctx, someone, id))).toBe('not_found');
    }
    expect(await viewOwnOrderPage(ctx, actor, id)).toMatchObject({
      isDeleted: true,
      order: { status: isPaid ? 'paid' : 'cancelled' },
    });
  }
});
