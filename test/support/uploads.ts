import { readdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { imageForm } from './images.ts';
import { type Client, openTestShop } from './shop.ts';

/** How the renditions of an image are called. */
export const SUFFIXES = ['800.webp', '800.avif', '800.jpg', '400.webp', '400.avif', '400.jpg'];
export const HOUR = 3_600_000;

const SENTENCE = /^(?:image: )?[A-Z].*\.$/;

/** A shop with a customer and an admin who send images, and a clock that tests set. */
export async function openUploads() {
  const clock = { now: Date.parse('2026-11-21T10:00:00Z') };
  const shop = await openTestShop({ now: () => new Date(clock.now) });
  const sam = await shop.shopper('Sam Sender');
  const admin = await shop.admin();
  const send = (bytes: Uint8Array, client: Client = sam, name?: string) =>
    client.post('/uploads', imageForm(bytes, name));
  return {
    clock,
    shop,
    sam,
    admin,
    query: shop.query,
    send,
    rowOf: async (url: string) =>
      (await shop.query('select * from uploads where url = $1', [url]))[0],
    files: () => readdir(shop.context.uploadsFolder).catch(() => [] as string[]),
    async upload(bytes: Uint8Array, client: Client = sam) {
      const response = await send(bytes, client);
      expect(response.status).toBe(201);
      return (await response.json()) as { url: string; width: number; height: number };
    },
    addProduct(img: string | null, by: Client = admin) {
      const goods = { name: 'Pictured', category: 'Cloths', price: 5, gender: 'Men' };
      return by.post('/products', { ...goods, descriptions: 'x', img });
    },
    /** The renditions of an upload, as they are served. */
    served(url: string) {
      const at = async (suffix: string) => {
        const response = await shop.guest().get(url.replace(/800\.webp$/, suffix));
        expect([suffix, response.status]).toEqual([suffix, 200]);
        return { response, bytes: Buffer.from(await response.arrayBuffer()) };
      };
      return Promise.all(SUFFIXES.map(at));
    },
  };
}

export async function expectRefused(response: Response, status: number, code: string) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const body = await response.json();
  expect(body).toMatchObject({ status, code, detail: expect.stringMatching(SENTENCE) });
  expect(response.status).toBe(status);
  return body;
}
