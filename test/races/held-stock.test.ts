import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#features/actor.ts';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { orderSubmission } from '#features/checkout/checkout.schema.ts';
import { submitOrder } from '#features/checkout/checkout.ts';
import { siteOf } from '#shared/network.ts';
import { shop as shopConfig } from '#shop-config';
import { orderOf, stock } from '../support/goods.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let goods: ProductDetail[];

beforeAll(async () => {
  shop = await openTestShop({
    maxConnections: 40,
    shopConfig: {
      unpaidOrders: {
        ...shopConfig.unpaidOrders,
        account: { orders: 3, units: 100, amount: 100_000 },
        network: { orders: 10, units: 100, amount: 100_000 },
      },
    },
  });
  // Several, so that no two orders wait for each other because of what is in them.
  goods = await Promise.all(
    Array.from({ length: 10 }, (_, nr) => stock(shop, { name: `Raced ${nr}`, inventory: 90 })),
  );
});
afterAll(() => shop.close());

/** Accounts as they are after signing up, without the cost of fifty passwords. */
async function accounts(count: number, address: (nr: number) => string): Promise<Actor[]> {
  const users = Array.from({ length: count }, (_, nr) => {
    const id = `usr_${randomUUID()}`;
    return { id, name: `Racer ${nr}`, email: `${id}@example.com` };
  });
  await shop.database.pool.query(
    'insert into users (id, name, email) select * from unnest($1::text[], $2::text[], $3::text[])',
    [users.map(({ id }) => id), users.map(({ name }) => name), users.map(({ email }) => email)],
  );
  return users.map((user, nr) => ({
    user: { ...user, image: null, role: 'shopper', emailVerified: false },
    session: null,
    cartToken: null,
    network: siteOf(address(nr)),
  }));
}

async function orderAtOnce(actors: Actor[]): Promise<string[]> {
  // Connections that open one after the other would let the first orders end before the last begin.
  const { pool } = shop.database;
  await Promise.all(Array.from({ length: 40 }, () => pool.query('select pg_sleep(0.3)')));
  const ended = await Promise.allSettled(
    actors.map((actor, nr) => {
      const product = goods[nr % goods.length] as ProductDetail;
      const submission = orderSubmission.parse(orderOf(product));
      return submitOrder(shop.context.ctx, actor, submission, randomUUID());
    }),
  );
  return ended.map((end) => (end.status === 'fulfilled' ? 'placed' : end.reason.code)).sort();
}

const times = (count: number, what: string) => Array<string>(count).fill(what);

test('fifty accounts of one network that order at once get exactly what a network may hold', async () => {
  const actors = await accounts(50, (nr) => `2001:db8:5:${nr.toString(16)}::1`);
  expect(await orderAtOnce(actors)).toEqual([
    ...times(10, 'placed'),
    ...times(40, 'unpaid_limit_network'),
  ]);
  await expectSoundLedger(shop);
});

test('one account that orders thirty times at once gets exactly what an account may hold', async () => {
  const [actor] = await accounts(1, () => '198.51.100.1');
  expect(await orderAtOnce(Array<Actor>(30).fill(actor as Actor))).toEqual([
    ...times(3, 'placed'),
    ...times(27, 'unpaid_limit'),
  ]);
});

test('accounts of as many networks do not get into each other’s way', async () => {
  const actors = await accounts(40, (nr) => `203.0.113.${nr}`);
  expect(await orderAtOnce(actors)).toEqual(times(40, 'placed'));
});
