import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createS3Images } from '#adapters/images/s3.ts';
import { removeStrayImages, removeUnusedImages } from '#features/images/images.ts';
import { createApp } from '#server/http/app.ts';
import { createContext } from '#server/start/create-context.ts';
import { type Log, silentLog } from '#shared/log.ts';
import type { FaultyServer } from '../support/http-server.ts';
import { imageForm, noise } from '../support/images.ts';
import { IMGBB_KEY, startImgbbServer } from '../support/imgbb-server.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { Client, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FILES = 6;
let now = Date.parse('2026-11-21T10:00:00Z');
/** Level and event of each line. */
const logged: string[] = [];
const log: Log = {
  info() {},
  warn: (event) => logged.push(`warn ${event}`),
  error: (event) => logged.push(`error ${event}`),
};

const small = () => noise(60, 40).jpeg().toBuffer();
const send = (client: Client, bytes: Uint8Array) => client.post('/uploads', imageForm(bytes));
async function upload(client: Client, bytes?: Uint8Array) {
  const response = await send(client, bytes ?? (await small()));
  expect([response.status, response.status === 201 ? '' : await response.text()]).toEqual([
    201,
    '',
  ]);
  return (await response.json()) as { url: string; width: number; height: number };
}
const addProduct = (admin: Client, img: string) =>
  admin.post('/products', {
    name: 'Pictured',
    category: 'Cloths',
    price: 5,
    descriptions: 'x',
    gender: 'Men',
    img,
  });
const signUp = (client: Client, image: string, email = `${crypto.randomUUID()}@example.com`) =>
  client.post('/api/auth/sign-up/email', { name: 'Pia', email, password: PASSWORD, image });

/** A place for images, a shop that uses it, and what there is in it. */
interface Place {
  shop: TestShop;
  server: FaultyServer | null;
  count(): Promise<number>;
  isServed(url: string): Promise<boolean>;
  close(): Promise<void>;
}

const fetched = async (url: string) => (await fetch(url)).ok;

async function openDisk(): Promise<Place> {
  const shop = await openTestShop({ now: () => new Date(now) });
  return {
    shop,
    server: null,
    count: async () => (await readdir(shop.context.uploadsFolder)).length,
    isServed: async (url) => (await shop.guest().get(url)).status === 200,
    close: () => shop.close(),
  };
}

async function openS3(): Promise<Place & { server: S3Server }> {
  const server = await startS3Server();
  const shop = await openTestShop({
    now: () => new Date(now),
    log,
    images: { name: 's3', ...server.settings },
  });
  return {
    shop,
    server,
    count: async () => server.objects.size,
    isServed: fetched,
    close: async () => {
      await shop.close();
      await server.close();
    },
  };
}

async function openImgbb(): Promise<Place> {
  const server = await startImgbbServer();
  const shop = await openTestShop({
    now: () => new Date(now),
    log,
    images: { name: 'imgbb', key: IMGBB_KEY, url: server.api },
  });
  return {
    shop,
    server,
    count: async () => server.images.size,
    isServed: fetched,
    close: async () => {
      await shop.close();
      await server.close();
    },
  };
}

describe.each([
  ['disk', openDisk],
  ['S3', openS3],
  ['ImgBB', openImgbb],
])('a shop with its images on %s', (name, open) => {
  let place: Place;
  let shop: TestShop;
  let admin: Client;
  beforeAll(async () => {
    place = await open();
    shop = place.shop;
    admin = await shop.admin();
  });
  afterEach(() => place.server?.recover());
  afterAll(() => place.close());
  const rows = async (where = 'true') =>
    (await shop.database.pool.query(`select * from uploads where ${where}`)).rows;
  const rowOf = async (url: string) => (await rows(`url = '${url}'`))[0];
  const byName = () => shop.context.ctx.images.byName !== null;

  test('says where they are', () => {
    const { images } = shop.context.ctx;
    expect(images.name).toBe(name.toLowerCase());
    expect(images.where).toMatch(/.{5,}/);
    expect(images.where).not.toContain(IMGBB_KEY);
  });

  test('shows an uploaded image with a product and a profile, and lets pages load it', async () => {
    const before = await place.count();
    const [one, two] = [await upload(admin), await upload(shop.guest())];
    expect(await place.count()).toBe(before + (byName() ? 2 * FILES : 2));
    expect(await (await addProduct(admin, one.url)).json()).toMatchObject({ img: one.url });
    expect((await signUp(shop.guest(), two.url)).status).toBe(200);
    for (const { url } of [one, two]) {
      expect(await place.isServed(url)).toBe(true);
      expect((await rowOf(url)).used_at).toEqual(new Date(now));
    }
    const { headers } = await shop.guest().get('/');
    const sources = /img-src ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1];
    expect(sources?.split(' ')).toContain(name === 'disk' ? "'self'" : new URL(one.url).origin);
  });

  test('the same file sent five times at once is one image', async () => {
    const bytes = await small();
    const sent = await Promise.all(Array.from({ length: 5 }, () => upload(admin, bytes)));
    expect(new Set(sent.map(({ url }) => url)).size).toBe(1);
    expect((await upload(admin, bytes)).url).toBe(sent[0]?.url);
  });

  test('takes what nothing used for a day away, and nothing that is used', async () => {
    const [unused, used] = [await upload(admin), await upload(admin)];
    await addProduct(admin, used.url);
    now += DAY + 1;
    const young = await upload(admin);
    const gone = await Promise.all([1, 2, 3].map(() => removeUnusedImages(shop.context.ctx)));
    expect(gone.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(1);
    expect(await rowOf(unused.url)).toBeUndefined();
    expect(await rows('removing_at is not null')).toEqual([]);
    // What lies at ImgBB lies there for good.
    expect(await place.isServed(unused.url)).toBe(!byName());
    for (const { url } of [used, young]) {
      expect(await rowOf(url)).toBeDefined();
      expect(await place.isServed(url)).toBe(true);
    }
  });

  test('marks what is shown as used, where that was missed, instead of removing it', async () => {
    const { url } = await upload(admin);
    await addProduct(admin, url);
    await shop.database.pool.query('update uploads set used_at = null where url = $1', [url]);
    now += DAY + 1;
    await removeUnusedImages(shop.context.ctx);
    expect((await rowOf(url)).used_at).toEqual(new Date(now));
    expect(await place.isServed(url)).toBe(true);
  });

  test('a sign-up that fails leaves its image unused, and the next one can have it', async () => {
    const [first, second] = [await upload(shop.guest()), await upload(shop.guest())];
    const email = `${crypto.randomUUID()}@example.com`;
    const returns = await Promise.all(
      [first, second].map(({ url }) => signUp(shop.guest(), url, email)),
    );
    const right = returns.findIndex(({ status }) => status === 200);
    expect(returns.map(({ status }) => status === 200).sort()).toEqual([false, true]);
    const [kept, left] = right === 0 ? [first, second] : [second, first];
    expect((await rowOf(kept.url)).used_at).not.toBeNull();
    expect((await rowOf(left.url)).used_at).toBeNull();
    expect((await signUp(shop.guest(), left.url, email)).status).not.toBe(200);
    expect((await rowOf(left.url)).used_at).toBeNull();
    expect((await signUp(shop.guest(), left.url)).status).toBe(200);
    expect((await rowOf(left.url)).used_at).not.toBeNull();
  });

  test('an image that is about to be removed is refused for a profile', async () => {
    if (!byName()) return;
    const { url } = await upload(shop.guest());
    now += 23 * HOUR + 1;
    const refused = await signUp(shop.guest(), url);
    expect([refused.status, (await refused.json()).message]).toEqual([
      400,
      'This profile image cannot be used. That image is no longer here. Please upload it again.',
    ]);
  });

  if (name !== 'disk')
    test.each([
      ['refuses', { status: 403 }, 'error'],
      ['is out of order', { status: 500, body: 'oops' }, 'warn'],
      ['drops the connection', 'drop', 'warn'],
    ] as const)(
      'a place that %s is a sentence; nothing half-stored is shown, and trying again works',
      async (_, fault, level) => {
        const bytes = await small();
        logged.length = 0;
        place.server?.fail(fault);
        const before = await rows('url is not null');
        const response = await send(admin, bytes);
        expect(response.status).toBe(503);
        expect(response.headers.get('retry-after')).toBe('10');
        expect(await response.json()).toMatchObject({
          code: 'unavailable',
          detail: 'The image could not be stored just now. Please try again in a moment.',
        });
        expect(await rows('url is not null')).toEqual(before);
        expect(logged.filter((line) => line.endsWith('images.store'))).toEqual([
          `${level} images.store`,
        ]);
        place.server?.recover();
        expect(await place.isServed((await upload(admin, bytes)).url)).toBe(true);
      },
    );
});

test('one rendition that can not be stored keeps the whole image from being shown', async () => {
  const place = await openS3();
  const bytes = await small();
  place.server.fail({ status: 403 }, 1);
  expect((await send(place.shop.guest(), bytes)).status).toBe(503);
  expect(place.server.objects.size).toBe(FILES - 1);
  now += DAY + 1;
  expect(await removeUnusedImages(place.shop.context.ctx)).toBe(1);
  expect(place.server.objects.size).toBe(0);
  await place.close();
});

describe('a bucket', () => {
  let place: Place & { server: S3Server };
  let shop: TestShop;
  beforeEach(async () => {
    place = await openS3();
    shop = place.shop;
  });
  afterEach(() => place.close());
  const rows = async () => (await shop.database.pool.query('select * from uploads')).rows;

  test('is shared by two processes: what one stored the other shows, knows and removes', async () => {
    const other = await createContext({
      config: { ...shop.context.config, images: { name: 's3', ...place.server.settings } },
      database: shop.database,
      dataDir: '/nowhere',
      authSecret: 'a-secret-for-tests-of-32-characters-or-more',
      log: silentLog,
      now: () => new Date(now),
    });
    const app = createApp({ context: other, renderPage: async () => new Response('a page') });
    const [here, there] = [await shop.admin(), new Client(app)];
    const bytes = await small();
    const [one, two] = await Promise.all([upload(here, bytes), upload(there, bytes)]);
    expect(two).toEqual(one);
    expect(place.server.objects.size).toBe(FILES);
    there.cookies.set(...([...here.cookies][0] as [string, string]));
    expect((await addProduct(there, (await upload(here)).url)).status).toBe(201);
    now += DAY + 1;
    const gone = await Promise.all(
      [shop.context.ctx, other.ctx].map((ctx) => removeUnusedImages(ctx)),
    );
    expect(gone.reduce((sum, count) => sum + count)).toBe(1);
    expect(place.server.objects.size).toBe(FILES);
  });

  test('that does not respond keeps what is to be removed marked, without an address, until it does', async () => {
    const bytes = await small();
    const { url } = await upload(shop.guest(), bytes);
    now += DAY + 1;
    place.server.fail({ status: 403 });
    await expect(removeUnusedImages(shop.context.ctx)).rejects.toThrow('403');
    expect(await rows()).toMatchObject([{ url: null, used_at: null, removing_at: new Date(now) }]);
    expect((await signUp(shop.guest(), url)).status).toBe(400);
    place.server.recover();
    // Whoever began may still be at it.
    expect(await removeUnusedImages(shop.context.ctx)).toBe(0);
    now += 5 * 60_000 + 1;
    expect(await removeUnusedImages(shop.context.ctx)).toBe(1);
    expect([await rows(), place.server.objects.size]).toEqual([[], 0]);
    expect((await upload(shop.guest(), bytes)).url).toBe(url);
    expect(place.server.objects.size).toBe(FILES);
  });

  test('is asked outside of transactions, and whoever sends the same file waits for it', async () => {
    const bytes = await small();
    await upload(shop.guest(), bytes);
    now += DAY + 1;
    place.server.fail('hang', FILES);
    const patience = { timeoutMs: 1_000, attempts: 3, waitMs: 10, totalMs: 12_000 };
    const images = createS3Images(place.server.settings, patience);
    const removing = removeUnusedImages({ ...shop.context.ctx, images });
    await expect.poll(async () => (await rows())[0]?.removing_at).toEqual(new Date(now));
    const again = upload(shop.guest(), bytes);
    await new Promise((resolve) => setTimeout(resolve, 300));
    // Nobody holds the row, so no transaction waits for the bucket.
    await shop.database.pool.query('select from uploads for update nowait');
    // The hanging calls are given up after a second and asked again.
    expect(await removing).toBe(1);
    expect(await place.isServed((await again).url)).toBe(true);
    expect(place.server.objects.size).toBe(FILES);
  });

  test('loses files that no row knows of after a week, and nothing else', async () => {
    const known = await upload(shop.guest());
    const put = (key: string, days: number) =>
      place.server.objects.set(key, {
        bytes: Buffer.from('x'),
        headers: {},
        storedAt: new Date(now - days * DAY),
      });
    const name = (digit: string) => `uploads/${digit.repeat(32)}`;
    put(`${name('a')}-800.webp`, 8);
    put(`${name('a')}-400.avif`, 8);
    put(`${name('b')}-800.webp`, 6);
    const foreign = ['backup.sql', 'uploads/logo.webp', `uploads/${'c'.repeat(31)}-800.webp`];
    for (const key of foreign) put(key, 100);
    for (const object of place.server.objects.values()) object.storedAt ??= new Date(0);
    expect(await removeStrayImages(shop.context.ctx)).toBe(1);
    const left = [...place.server.objects.keys()];
    expect(left.filter((key) => key.startsWith(name('a')))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining([`${name('b')}-800.webp`, ...foreign]));
    expect(await place.isServed(known.url)).toBe(true);
    expect(await rows()).toHaveLength(1);
  });

  test('of another shop is left alone: most of its files are unknown', async () => {
    for (let i = 0; i < 13; i += 1) {
      const name = i.toString(16).padStart(32, '0');
      const storedAt = new Date(now - 30 * DAY);
      const object = { bytes: Buffer.from('x'), headers: {}, storedAt };
      place.server.objects.set(`uploads/${name}-800.webp`, object);
    }
    expect(await removeStrayImages(shop.context.ctx)).toBe(0);
    expect(place.server.objects.size).toBe(13);
  });
});

test('a folder loses drafts of killed processes and files that no row knows of', async () => {
  const place = await openDisk();
  const folder = place.shop.context.uploadsFolder;
  const known = await upload(place.shop.guest());
  const name = 'd'.repeat(32);
  const old = new Date(now - 8 * DAY);
  for (const file of [`${name}-800.webp`, `.${name}-400.webp.0123456789ab`, 'README']) {
    await writeFile(join(folder, file), 'x');
    await utimes(join(folder, file), old, old);
  }
  expect(await removeStrayImages(place.shop.context.ctx)).toBe(1);
  const left = await readdir(folder);
  expect(left).toHaveLength(FILES + 1);
  expect(left).toContain('README');
  expect(await place.isServed(known.url)).toBe(true);
  await place.close();
});

test('a shop that moved to S3 keeps showing what it has on disk, and removes nothing of it', async () => {
  const place = await openDisk();
  const { shop } = place;
  const admin = await shop.admin();
  const [shown, waiting] = [await upload(admin), await upload(admin)];
  await addProduct(admin, shown.url);
  const server = await startS3Server();
  const ctx = { ...shop.context.ctx, images: createS3Images(server.settings) };
  now += DAY + 1;
  expect(await removeUnusedImages(ctx)).toBe(0);
  expect(await place.isServed(shown.url)).toBe(true);
  expect(await place.isServed(waiting.url)).toBe(true);
  expect(server.asked).toEqual([]);
  await server.close();
  await place.close();
});
