import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { removeUnusedImages } from '#features/images/images.ts';
import { deleteMyAccount } from '#features/privacy/privacy.ts';
import { imagesOf } from '../support/images.ts';
import { PASSWORD, signedInActorOf } from '../support/shop.ts';
import { expectRefused, HOUR, openUploads, SUFFIXES } from '../support/uploads.ts';

const { addProduct, clock, shop, sam, admin, query, send, rowOf, files, upload, served } =
  await openUploads();
afterAll(() => shop.close());

/** An image that takes little time to encode. */
const small = () => imagesOf.jpeg(60, 40);

describe('a product', () => {
  test('shows an uploaded image, which is used from then on', async () => {
    const { url } = await upload(await small(), admin);
    expect(await rowOf(url)).toMatchObject({ used_at: null, uploader: admin.id });
    const response = await addProduct(url);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ img: url });
    expect((await rowOf(url)).used_at).toEqual(new Date(clock.now));
  });

  test.each([
    '/uploads/0123456789abcdef0123456789abcdef-800.webp',
    '/uploads/',
    '/uploads/../secret/auth',
    '/uploads/evil.svg',
  ])('is refused with %s, which nobody uploaded', async (img) => {
    const before = await query('select count(*) from products');
    await expectRefused(await addProduct(img), 422, 'invalid_request');
    expect(await query('select count(*) from products')).toEqual(before);
  });

  test('that is refused leaves its image unused', async () => {
    const { url } = await upload(await small(), admin);
    const response = await admin.post('/products', {
      name: 'Twice',
      category: 'Cloths',
      price: 5,
      descriptions: 'x',
      gender: 'Men',
      img: url,
      variants: [
        { size: 'S', inventory: 1 },
        { size: 'S', inventory: 1 },
      ],
    });
    await expectRefused(response, 422, 'invalid_request');
    expect((await rowOf(url)).used_at).toBeNull();
  });
});

describe('a profile', () => {
  test('does not take an image that a product uses, or used while orders show it', async () => {
    const { url } = await upload(await small());
    await addProduct(url);
    await query('delete from product_images where url = $1', [url]);
    const taken = await sam.post('/api/auth/update-user', { image: url });
    expect(taken.status).toBe(400);
    expect((await taken.json()).message).toBe(
      'This profile image cannot be used. It is an image of a product, and a profile needs its own. Please upload another photo.',
    );
    expect((await rowOf(url)).used_at).not.toBeNull();
  });

  const signUp = (image?: string) =>
    shop.guest().post('/api/auth/sign-up/email', {
      name: 'Pia Pictured',
      email: `${crypto.randomUUID()}@example.com`,
      password: PASSWORD,
      ...(image === undefined ? {} : { image }),
    });

  test('has the image that was uploaded before there was an account', async () => {
    const { url } = await upload(await small(), shop.guest());
    const response = await signUp(url);
    expect(response.status).toBe(200);
    expect((await response.json()).user.image).toBe(url);
    expect((await rowOf(url)).used_at).toEqual(new Date(clock.now));
  });

  test.each([
    [undefined, 200],
    ['https://i.ibb.co/x/me.jpg', 200],
  ])('can be made with %s', async (image, status) => {
    expect((await signUp(image)).status).toBe(status);
  });

  test.each([
    'https://evil.example/a.png',
    'http://i.ibb.co/a.png',
    'https://i.ibb.co@evil.example/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//evil.example/a.png',
    '/uploads/0123456789abcdef0123456789abcdef-800.webp',
    '/pictures/atlas-tee-ink-800.webp',
    '/signOut',
    'x'.repeat(5_000),
  ])('is not made or changed with %s', async (image) => {
    const users = () => query('select id, image from users order by id');
    const before = await users();
    const returns = [await signUp(image), await sam.post('/api/auth/update-user', { image })];
    for (const response of returns) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'INVALID_PROFILE',
        message: expect.stringMatching(/^(A|This) profile image/),
      });
    }
    expect(await users()).toEqual(before);
  });

  test('that changes its image lets go of the old one, unless something else shows it', async () => {
    const change = (image: string | null) => sam.post('/api/auth/update-user', { image });
    const images = [
      await upload(await small()),
      await upload(await small()),
      await upload(await small()),
    ].map(({ url }) => url);
    const [first = '', second = '', third = ''] = images;
    const used = async (url: string) => (await rowOf(url)).used_at !== null;
    await addProduct(second);
    expect((await change(first)).status).toBe(200);
    expect((await change(third)).status).toBe(200);
    expect(await Promise.all(images.map(used))).toEqual([false, true, true]);
    await addProduct(third);
    expect((await change(third)).status).toBe(200);
    expect((await change(null)).status).toBe(200);
    expect(await Promise.all(images.map(used))).toEqual([false, true, true]);
  });
});

test('of ten images that a profile is given at once, one stays used, as long as its account', async () => {
  const ivy = await shop.shopper('Ivy Indecisive');
  const before = await signedInActorOf(shop, ivy);
  const images = await Promise.all(Array.from({ length: 10 }, () => small()));
  const urls = await Promise.all(images.map(async (bytes) => (await upload(bytes, ivy)).url));
  const used = () =>
    query('select url from uploads where used_at is not null and url = any($1)', [urls]);
  const changes = urls.map((image) => ivy.post('/api/auth/update-user', { image }));
  expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]));
  const [shown] = await query('select image from users where id = $1', [ivy.id]);
  expect(await used()).toEqual([{ url: shown.image }]);
  // A session that was read before the changes.
  await deleteMyAccount(shop.context.ctx, before, { password: PASSWORD });
  expect(await used()).toEqual([]);
});

describe('after a day', () => {
  test('what nothing uses is gone, row and files; what is used or young stays', async () => {
    const [unused, used] = [await upload(await small()), await upload(await imagesOf.png(60, 40))];
    await addProduct(used.url);
    const large = await upload(await imagesOf.jpeg(900, 100), admin);
    expect(await files()).toContain(large.url.slice(9).replace('-800.', '-2000.'));
    const broken = (await imagesOf.jpeg()).subarray(0, 2_000);
    await expectRefused(await send(broken), 422, 'image_unreadable');
    clock.now += 24 * HOUR + 1;
    const young = await upload(await small());
    const gone = await Promise.all([1, 2, 3].map(() => removeUnusedImages(shop.context.ctx)));
    expect(gone.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(2);
    expect(await removeUnusedImages(shop.context.ctx)).toBe(0);
    expect(await rowOf(unused.url)).toBeUndefined();
    expect((await shop.guest().get(unused.url)).status).toBe(404);
    await served(used.url);
    await served(young.url);
    const rows = await query('select name from uploads');
    const names = rows.flatMap(({ name }) => SUFFIXES.map((suffix) => `${name}-${suffix}`));
    expect((await files()).sort()).toEqual(names.sort());
    await expectRefused(await addProduct(unused.url), 422, 'invalid_request');
  });

  test('an image that was sent again stays for another day, and comes again when it was gone', async () => {
    const bytes = await small();
    const { url } = await upload(bytes);
    clock.now += 23 * HOUR;
    await upload(bytes);
    clock.now += 2 * HOUR;
    await removeUnusedImages(shop.context.ctx);
    await served(url);
    clock.now += 24 * HOUR;
    await removeUnusedImages(shop.context.ctx);
    expect((await shop.guest().get(url)).status).toBe(404);
    expect((await upload(bytes)).url).toBe(url);
    await served(url);
  });

  test('an image that is sent while it is taken away is there in the end', async () => {
    const bytes = await small();
    for (let round = 0; round < 5; round += 1) {
      const { url } = await upload(bytes);
      clock.now += 25 * HOUR;
      await Promise.all([removeUnusedImages(shop.context.ctx), upload(bytes)]);
      await served(url);
    }
  });

  test('a file that went missing by itself does not hold the others up', async () => {
    const [lost, other] = [await upload(await small()), await upload(await imagesOf.png(60, 40))];
    await rm(join(shop.context.uploadsFolder, lost.url.split('/').at(-1) ?? ''));
    clock.now += 25 * HOUR;
    await removeUnusedImages(shop.context.ctx);
    expect([await rowOf(lost.url), await rowOf(other.url)]).toEqual([undefined, undefined]);
  });
});
