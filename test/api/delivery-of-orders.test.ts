import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addAddress } from '#features/addresses/addresses.ts';
import { addToCart, chooseMethod, getCart, setDestination } from '#features/cart/cart.ts';
import { findDelivery, undoDeletion } from '#features/checkout/checkout.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { listCapturedEmails } from '#features/emails/emails.ts';
import { deleteOrder, viewOrder } from '#features/orders/orders.ts';
import { payIntent } from '../support/cards.ts';
import { codeOf } from '../support/code-of.ts';
import { EXPRESS, openDeliveryShop, STANDARD, THURSDAY } from '../support/delivery-shop.ts';
import { orderOf } from '../support/goods.ts';
import { actorOf, signedInActorOf } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const { shop, ctx, admin, clock, zoneNamed, patch, withMethods, customer } =
  await openDeliveryShop();
beforeEach(() => {
  clock.now = THURSDAY;
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const PICK_UP = { name: 'Pick up', kind: 'pick_up', price: 0, note: '12 Agrabad Avenue' };

describe('a customer', () => {
  test('finds the cheapest parcel preselected, chooses another, and the order keeps what it was promised', async () => {
    await withMethods([PICK_UP, EXPRESS, STANDARD], async (zone) => {
      const { client, actor, place } = await customer();
      const [, express, standard] = zone.methods;
      const shown = await findDelivery(ctx, actor, await getCart(ctx, actor));
      expect(shown).toMatchObject({ methodId: standard?._id, totalMinor: 13_000 });
      await chooseMethod(ctx, actor, express?._id ?? '');
      const chosen = await findDelivery(ctx, actor, await getCart(ctx, actor));
      expect(chosen).toMatchObject({ methodId: express?._id, totalMinor: 31_000 });
      // The page that was open before shows another total.
      expect(await codeOf(place(13_000, express?._id))).toBe('price_changed');
      const { id } = await place(31_000, express?._id);
      await patch(await zoneNamed('Bangladesh'), { methods: [{ ...EXPRESS, price: 1 }] });
      const json = await (await client.get(`/orders/${id}`)).json();
      expect(json).toMatchObject({
        shippingCost: 300,
        delivery: { method: 'Express', arrivesFrom: '2026-11-21', arrivesTo: '2026-11-21' },
      });
      await deliverDue(ctx);
      const sent = await listCapturedEmails(ctx, actorOf(admin, 'admin'), {
        limit: 100,
        after: null,
      });
      const email = sent?.items.find(({ to }) => to.includes(client.email));
      expect(email?.text).toContain(
        'Delivery: Express. Arrives Saturday 21 November, if it is paid by 19 November 2026 at 14:00 UTC.',
      );
    });
  });

  test('is told the new total when a price, a zone or a method changes before the order', async () => {
    await withMethods([STANDARD, EXPRESS], async (zone) => {
      const { client, place, shirt } = await customer();
      const [standard, express] = zone.methods.map(({ _id }) => _id);
      const order = orderOf(shirt, 1, { deliveryMethod: 'Express' });
      const dear = { ...order, shippingCost: 300, totalAmount: 310 };
      await patch(zone, { methods: [{ ...STANDARD, _id: standard, price: 130 }] });
      expect(await codeOf(place(13_000, standard))).toBe('price_changed');
      // Not offered any more: it does not become another one that costs the same.
      expect(await codeOf(place(14_000, express))).toBe('price_changed');
      const response = await client.post('/orders', dear);
      expect([response.status, await response.json()]).toMatchObject([
        ...[409, { code: 'price_changed', quote: { shippingCost: 130, totalAmount: 140 } }],
      ]);
      expect((await place(14_000, standard)).shippingMinor).toBe(13_000);
    });
  });

  test('may name the way of delivery in a call, and pays the cheapest without', async () => {
    await withMethods([EXPRESS, STANDARD], async () => {
      const { client, shirt } = await customer();
      const named = { deliveryMethod: 'Express', shippingCost: 300, totalAmount: 310 };
      const express = await client.post('/orders', orderOf(shirt, 1, named));
      expect([express.status, (await express.json()).delivery.method]).toEqual([201, 'Express']);
      const { client: other, shirt: shirts } = await customer();
      const plain = await other.post('/orders', orderOf(shirts, 1));
      expect((await plain.json()).delivery.method).toBe('Standard');
    });
  });

  test('that names another way of delivery has another order, and none under the same key', async () => {
    await withMethods([EXPRESS, STANDARD], async (zone) => {
      const { client, shirt } = await customer();
      const plain = orderOf(shirt, 1);
      const named = (deliveryMethod: string) => ({
        ...plain,
        ...{ deliveryMethod, shippingCost: 300, totalAmount: 310 },
      });
      const send = async (body: object, key?: string) => {
        const response = await client.post('/orders', body, key ? { 'idempotency-key': key } : {});
        const { _id, code, delivery } = await response.json();
        return code ?? [_id, delivery.method];
      };
      const [first] = await send(plain);
      const [second, method] = await send(named('Express'));
      expect([second === first, method]).toEqual([false, 'Express']);
      expect(await send(named('Express'))).toEqual([second, 'Express']);
      const byId = zone.methods.find(({ name }) => name === 'Express')?._id ?? '';
      const [third] = await send(named(byId), 'a-key');
      expect(await send(named(byId), 'a-key')).toEqual([third, 'Express']);
      expect(await send(plain, 'a-key')).toBe('invalid_request');
    });
  });

  test('whose address is out of reach pays for nothing that goes elsewhere', async () => {
    const { client } = await customer();
    const far = { recipient: 'Ann', line1: '1 Rue', country: 'FR', city: 'Paris' };
    const rest = { company: null, line2: null, region: null, phone: '+33142685300' };
    const actor = await signedInActorOf(shop, client);
    await addAddress(ctx, actor, { ...far, ...rest, postcode: '75001' });
    const refused = async () => {
      const response = await client.post('/create-payment-intent', { totalAmount: 130 });
      expect([response.status, (await response.json()).detail]).toEqual([
        ...[422, 'We do not deliver to Paris, France.'],
      ]);
    };
    await withMethods([], refused, 'Other countries');
  });

  test('pays by what the variants weigh, and nothing above an amount', async () => {
    const steps = [{ from: 1_000, price: 200 }];
    const byWeight = { ...STANDARD, kind: 'by_weight', steps, freeFrom: 50 };
    await withMethods([byWeight], async () => {
      const { actor, variantId, place } = await customer();
      const costOf = async (quantity: number) => {
        await addToCart(ctx, actor, { variantId, quantity });
        return (await getCart(ctx, actor)).shippingMinor;
      };
      const weigh =
        'update products set weight_grams = $2 where id = (select product_id from variants where id = $1)';
      expect(await costOf(1)).toBe(12_000);
      await shop.database.pool.query(weigh, [variantId, 400]);
      expect(await costOf(1)).toBe(20_000);
      await shop.database.pool.query('update variants set weight_grams = 1 where id = $1', [
        variantId,
      ]);
      expect((await getCart(ctx, actor)).shippingMinor).toBe(12_000);
      expect(await codeOf(place(3_000 + 20_000))).toBe('price_changed');
      expect(await costOf(2)).toBe(0);
      expect((await place(5_000)).shippingMinor).toBe(0);
    });
  });

  test('is told where the shop does not deliver to', async () => {
    const { client, actor, shirt, place } = await customer();
    const far = {
      recipient: 'Ann',
      line1: '1 Road',
      country: 'BD',
      city: 'Dhaka',
      postcode: '1205',
    };
    const rest = { company: null, line2: null, region: null, phone: '+8801712345678' };
    const { id } = await addAddress(ctx, await signedInActorOf(shop, client), { ...far, ...rest });
    await withMethods([], async () => {
      const { delivery, options } = await findDelivery(ctx, actor, await getCart(ctx, actor));
      expect([delivery, options]).toEqual([null, []]);
      const response = await client.post('/orders', orderOf(shirt, 1));
      expect([response.status, await response.json()]).toMatchObject([
        ...[422, { code: 'no_delivery', detail: 'We do not deliver to Dhaka, Bangladesh.' }],
      ]);
      const to = { city: 'Dhaka', zip: '1205' };
      expect(await codeOf(setDestination(ctx, actor, to))).toBe('no_delivery');
      expect(await codeOf(place(13_000))).toBe('no_delivery');
    });
    expect((await findDelivery(ctx, actor, await getCart(ctx, actor))).delivery?.id).toBe(id);
  });

  test('has an order by the same method after an undone deletion', async () => {
    await withMethods([STANDARD, EXPRESS], async (zone) => {
      const { actor, place } = await customer();
      const { id } = await place(31_000, zone.methods[1]?._id);
      await deleteOrder(ctx, actor, id);
      await undoDeletion(ctx, actor, id);
      const { rows } = await shop.database.pool.query(
        'select delivery_method, shipping_minor::int from orders where replaces_id = $1',
        [id],
      );
      expect(rows).toEqual([{ delivery_method: 'Express', shipping_minor: 30_000 }]);
    });
  });

  test('sees the promised days of an order as long as they hold', async () => {
    const arrives = async (paidAt: number | null) => {
      clock.now = THURSDAY;
      const { client, place } = await customer();
      const { id, totalMinor } = await place(13_000);
      if (paidAt) {
        clock.now = paidAt;
        const paid = { totalAmount: totalMinor / 100, orderId: id };
        await client.put(`/orders/${id}`, { transaction: await payIntent(client, paid) });
      }
      return (await viewOrder(ctx, id)).delivery?.arrives ?? null;
    };
    const days = 'Arrives Sunday 22 to Tuesday 24 November';
    expect(await arrives(null)).toBe(`${days}, if it is paid by 19 November 2026 at 14:00 UTC`);
    expect(await arrives(Date.parse('2026-11-19T13:00:00Z'))).toBe(days);
    expect(await arrives(Date.parse('2026-11-20T09:00:00Z'))).toBeNull();
    // An order that is cancelled before that says so: it has one time to be paid by.
    clock.now = THURSDAY;
    const { place } = await customer();
    const { id } = await place(13_000);
    const due = "update orders set payment_due_at = '2026-11-19T13:30:00Z' where id = $1";
    await shop.database.pool.query(due, [id]);
    const promised = (await viewOrder(ctx, id)).delivery?.arrives;
    expect(promised).toBe(`${days}, if it is paid by 19 November 2026 at 13:30 UTC`);
  });
});

test('the database refuses to end what an order was promised before it begins', async () => {
  const { place } = await customer();
  await place(13_000);
  const change = 'update orders set arrives_to = arrives_from - 1';
  const broken = await shop.database.pool.query(change).catch((error) => error);
  expect(broken).toMatchObject({ code: expect.stringMatching(/^23/) });
});
