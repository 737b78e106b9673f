import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { newDataFolder, removeDataFolder, startShopProcess } from '../../scripts/running-shop.ts';

const dataDir = await newDataFolder();
const shop = await startShopProcess({ dataDir });
afterAll(async () => {
  await shop.stop();
  await removeDataFolder(dataDir);
});

/** Sends a byte every half second until the shop hangs up; answers true when it did. */
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
