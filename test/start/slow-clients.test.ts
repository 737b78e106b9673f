import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { removeDataFolder, startShopProcess } from '../../scripts/running-shop.ts';
import { newDemoFolder } from '../support/demo-folder.ts';

// The card provider takes connections and never responds.
const provider = createServer(() => undefined);
await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
const dataDir = await newDemoFolder();
const shop = await startShopProcess({
  dataDir,
  env: {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  },
});
afterAll(async () => {
  await shop.stop();
  provider.close();
  await removeDataFolder(dataDir);
});

/** Sends a byte every half second until the shop hangs up; returns true when it did. */
function dribble(start: string): Promise<boolean> {
  const { hostname, port } = new URL(shop.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(start));
    const timer = setInterval(() => socket.write('x'), 500);
    const giveUp = setTimeout(() => end(false), 50_000);
    const end = (hungUp: boolean) => {
      clearInterval(timer);
      clearTimeout(giveUp);
      socket.destroy();
      resolve(hungUp);
    };
    socket.on('close', () => end(true));
    socket.on('error', () => end(true));
    socket.resume();
  });
}

test('hangs up on headers and bodies that never end, and serves everyone else meanwhile', async () => {
  const slow = Promise.all([
    dribble('GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: '),
    dribble(
      'POST /contact HTTP/1.1\r\nHost: shop\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50000\r\n\r\nmessage=',
    ),
  ]);
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  expect(await slow).toEqual([true, true]);
});

test('is open before it gives up on a card provider that hangs, which it logs in one line', async () => {
  const gaveUp = () => shop.output().match(/^.*payments\.keys_.*$/gm) ?? [];
  await expect.poll(gaveUp, { timeout: 20_000 }).toHaveLength(1);
  expect(gaveUp()[0]).toContain('payments.keys_unchecked');
  const lines = shop.output().split('\n');
  expect(lines.indexOf(gaveUp()[0] ?? '')).toBeGreaterThan(lines.indexOf('Stop it with Ctrl-C.'));
  expect(lines).toContain('Stop it with Ctrl-C.');
});
