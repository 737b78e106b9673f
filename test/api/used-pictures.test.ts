import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { removeUnusedPictures } from '#features/pictures/pictures.ts';
import { picturesOf } from '../support/pictures.ts';
import { PASSWORD } from '../support/shop.ts';
import { expectRefused, HOUR, openUploads, SUFFIXES } from '../support/uploads.ts';

const { addProduct, clock, shop, sam, admin, query, send, rowOf, files, upload, served } =
  await openUploads();
afterAll(() => shop.close());

describe('a product', () => {
  test('shows an uploaded picture, which is used from then on', async () => {
    const { url } = await upload(await picturesOf.jpeg(), admin);
    expect(await rowOf(url)).toMatchObject({ used_at: null, uploader: admin.id });
    const answer = await addProduct(url);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ img: url });
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

  test('that is refused leaves its picture unused', async () => {
    const { url } = await upload(await picturesOf.jpeg(), admin);
    const answer = await admin.post('/products', {
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
    await expectRefused(answer, 422, 'invalid_request');
    expect((await rowOf(url)).used_at).toBeNull();
  });
});

describe('a profile', () => {
  const signUp = (image?: string) =>
    shop.visitor().post('/api/auth/sign-up/email', {
      name: 'Pia Pictured',
      email: `${crypto.randomUUID()}@example.com`,
      password: PASSWORD,
      ...(image === undefined ? {} : { image }),
    });

  test('has the picture that was uploaded before there was an account', async () => {
    const { url } = await upload(await picturesOf.jpeg(), shop.visitor());
    const answer = await signUp(url);
    expect(answer.status).toBe(200);
    expect((await answer.json()).user.image).toBe(url);
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
    const answers = [await signUp(image), await sam.post('/api/auth/update-user', { image })];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: 'INVALID_PROFILE',
        message: expect.stringMatching(/^This profile image cannot be used/),
      });
    }
    expect(await users()).toEqual(before);
  });

  test('that changes its picture lets go of the old one, unless something else shows it', async () => {
    const change = (image: string | null) => sam.post('/api/auth/update-user', { image });
    const pictures = [
      await upload(await picturesOf.jpeg()),
      await upload(await picturesOf.jpeg()),
      await upload(await picturesOf.jpeg()),
    ].map(({ url }) => url);
    const [first = '', second = '', third = ''] = pictures;
    const used = async (url: string) => (await rowOf(url)).used_at !== null;
    await addProduct(second);
    expect((await change(first)).status).toBe(200);
    expect((await change(second)).status).toBe(200);
    expect(await Promise.all(pictures.map(used))).toEqual([false, true, false]);
    expect((await change(third)).status).toBe(200);
    expect(await Promise.all(pictures.map(used))).toEqual([false, true, true]);
    expect((await change(null)).status).toBe(200);
    expect(await Promise.all(pictures.map(used))).toEqual([false, true, false]);
  });
});

describe('after a day', () => {
  test('what nothing uses is gone, row and files; what is used or young stays', async () => {
    const [unused, used] = [
      await upload(await picturesOf.jpeg()),
      await upload(await picturesOf.png()),
    ];
    await addProduct(used.url);
    const broken = (await picturesOf.jpeg()).subarray(0, 2_000);
    await expectRefused(await send(broken), 422, 'picture_unreadable');
    clock.now += 24 * HOUR + 1;
    const young = await upload(await picturesOf.jpeg());
    const gone = await Promise.all([1, 2, 3].map(() => removeUnusedPictures(shop.context.ctx)));
    expect(gone.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(2);
    expect(await removeUnusedPictures(shop.context.ctx)).toBe(0);
    expect(await rowOf(unused.url)).toBeUndefined();
    expect((await shop.visitor().get(unused.url)).status).toBe(404);
    await served(used.url);
    await served(young.url);
    const rows = await query('select name from uploads');
    const names = rows.flatMap(({ name }) => SUFFIXES.map((suffix) => `${name}-${suffix}`));
    expect((await files()).sort()).toEqual(names.sort());
    await expectRefused(await addProduct(unused.url), 422, 'invalid_request');
  });

  test('a picture that was sent again stays for another day, and comes again when it was gone', async () => {
    const bytes = await picturesOf.jpeg();
    const { url } = await upload(bytes);
    clock.now += 23 * HOUR;
    await upload(bytes);
    clock.now += 2 * HOUR;
    await removeUnusedPictures(shop.context.ctx);
    await served(url);
    clock.now += 24 * HOUR;
    await removeUnusedPictures(shop.context.ctx);
    expect((await shop.visitor().get(url)).status).toBe(404);
    expect((await upload(bytes)).url).toBe(url);
    await served(url);
  });

  test('a picture that is sent while it is taken away is there in the end', async () => {
    const bytes = await picturesOf.jpeg(60, 40);
    for (let round = 0; round < 5; round += 1) {
      const { url } = await upload(bytes);
      clock.now += 25 * HOUR;
      await Promise.all([removeUnusedPictures(shop.context.ctx), upload(bytes)]);
      await served(url);
    }
  });

  test('a file that went missing by itself does not hold the others up', async () => {
    const [lost, other] = [
      await upload(await picturesOf.jpeg()),
      await upload(await picturesOf.png()),
    ];
    await rm(join(shop.context.uploadsFolder, lost.url.split('/').at(-1) ?? ''));
    clock.now += 25 * HOUR;
    await removeUnusedPictures(shop.context.ctx);
    expect([await rowOf(lost.url), await rowOf(other.url)]).toEqual([undefined, undefined]);
  });
});
