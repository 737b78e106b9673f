import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import {
  type RunningShop,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';
import { newDemoFolder } from '../support/demo-folder.ts';
import { findBreaches } from '../support/sound-ledger.ts';

const ORDERS = 200;
const BUYERS = 4;
/** Returns after which the shop is killed. */
const KILL_AFTER = 60;

const dataDir = await newDemoFolder();
afterAll(() => removeDataFolder(dataDir));

async function start(): Promise<RunningShop> {
  const shop = await startShopProcess({ dataDir });
  // A failure leaves none behind.
  onTestFinished(() => shop.stop());
  return shop;
}

interface Product {
  _id: string;
  stock: boolean;
  variants: { sku: string; price: number; inventory: number }[];
}

/** Makes an account; returns the headers that its browser would send from then on. */
async function signUp(url: string, name: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', origin: url };
  const body = JSON.stringify({
    name,
    email: `${name}@example.com`,
    password: 'wandering-heron-42',
  });
  const response = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { ...headers, cookie: cookies.join('; ') };
}

test('every acknowledged order is there after kill -9 in the middle of two hundred', async () => {
  const shop = await start();
  const products: Product[] = await (await fetch(`${shop.url}/products`)).json();
  const goods = products
    .flatMap(({ _id, variants }) => variants.map((variant) => ({ ...variant, _id })))
    .filter(({ inventory }) => inventory > 0)
    .sort((a, b) => b.inventory - a.inventory);
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, (_, i) => signUp(shop.url, `buyer${i}`)),
  );

  const acknowledged: string[] = [];
  let pending = 0;
  let killed: Promise<void> | null = null;
  const queue = Array.from({ length: ORDERS }, (_, i) => i);
  const buy = async (headers: Record<string, string>) => {
    for (let i = queue.shift(); i !== undefined; i = queue.shift()) {
      const { _id, sku, price } = goods[i % goods.length] ??
        goods[0] ?? { _id: '', sku: '', price: 0 };
      const body = JSON.stringify({ cart: [{ _id, sku, price, quantity: 1 }], city: 'Dhaka' });
      const sent = { ...headers, 'idempotency-key': `order-${i}` };
      const response = await fetch(`${shop.url}/orders`, {
        method: 'POST',
        headers: sent,
        body,
      }).catch(() => null);
      const order = response?.status === 201 ? await response.json().catch(() => null) : null;
      if (order) acknowledged.push(order._id);
      else pending += 1;
      if (acknowledged.length === KILL_AFTER) killed ??= shop.kill();
    }
  };
  await Promise.all(buyers.map(buy));
  await killed;
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILL_AFTER);
  expect(pending).toBeGreaterThan(0);

  const again = await start();
  await again.stop();
  const postgres = await startEmbeddedPostgres({ dataDir, projectRoot: process.cwd() });
  const client = new pg.Client(postgres.connection);
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string }>('select id from orders');
    const kept = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(await findBreaches((query) => client.query(query))).toEqual({});
  } finally {
    await client.end();
    await postgres.stop();
  }
});
