import { connect } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '../../scripts/ensure-build.ts';
import { clearAway, projectRoot, spawnShop, temporaryFolder } from './shop-process.ts';

beforeAll(() => ensureBuild(projectRoot));
afterEach(clearAway);

/** Sends raw text and hangs up at the first byte of the response, or at once. */
function sendAndLeave(port: number, text: string, { waits }: { waits: boolean }): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      if (!waits) setImmediate(() => socket.resetAndDestroy());
    });
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.on('data', () => socket.destroy());
  });
}

test('in production every line is JSON, whatever is asked and however it ends', async () => {
  const shop = await spawnShop({
    DATA_DIR: await temporaryFolder(),
    SHOP_MODE: 'production',
    SHOP_ACCESS: 'public',
    BASE_URL: 'https://shop.example',
    AUTH_SECRET: 'qK7v2Zr9mXw4Lt8Pc3Ns6Yb1Hd5Fg0Jk',
  });
  await shop.open();
  const port = Number(new URL(shop.address).port);
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n\r\n`;
  const post = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: shop.example\r\nOrigin: https://shop.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n${body}`;
  const responded = ['/%ff', '/product/%E0%A4%A', '/%', '//', '/cloths?after=%ff', '*', '/%00'];
  for (const path of responded) await sendAndLeave(port, get(path), { waits: true });
  await sendAndLeave(port, 'GARBAGE\r\n\r\n', { waits: true });
  const left = ['/openapi.json', '/products', '/cloths', '/'];
  for (const path of left) await sendAndLeave(port, get(path), { waits: false });
  for (const path of ['/login', '/contact', '/uploads', '/products']) {
    await sendAndLeave(port, post(path, 'email=a'), { waits: false });
  }
  expect((await fetch(`${shop.address}/readyz`)).status).toBe(200);
  shop.kill('SIGTERM');
  const { code, lines } = await shop.ended;
  expect(code).toBe(0);
  const events = lines.filter((line) => line !== 'Building …').map((line) => JSON.parse(line));
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['shop.open', 'shop.stopping', 'console']),
  );
});
