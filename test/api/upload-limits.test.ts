import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { noise } from '../support/images.ts';
import type { Client } from '../support/shop.ts';
import { expectRefused, HOUR, openUploads } from '../support/uploads.ts';

const { addProduct, clock, shop, sam, query, send, rowOf, upload } = await openUploads();
afterAll(() => shop.close());

describe('large bodies', () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  const form = { 'content-type': 'multipart/form-data; boundary=x' };

  test.each([
    ['POST', '/orders', form],
    ['POST', '/products', form],
    ['PUT', '/users', form],
    ['POST', '/uploads', {}],
    ['POST', '/uploads', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['POST', '/register', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['POST', '/register.data', form],
    ['POST', '/login', form],
    ['POST', '/api/auth/sign-up/email', form],
    ['PUT', '/uploads', form],
  ] as [string, string, Record<string, string>][])(
    'by %s to %s as %o are more than 64 KB and refused',
    async (method, path, headers) => {
      await expectRefused(
        await sam.request(method, path, megabyte, headers),
        413,
        'body_too_large',
      );
    },
  );

  test.each(['/register', '/addProduct', '/ADDPRODUCT'])('may be posted to %s', async (path) => {
    expect((await sam.post(path, megabyte, form)).status).toBe(404); // There are no pages in this shop.
    const response = await sam.post(path, megabyte.repeat(9), {
      ...form,
      'content-length': String(megabyte.length * 9),
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`${path}?image=too_large`);
    const onTheWay = await sam.post(`${path}?from=%2Fcloths`, megabyte.repeat(9), {
      ...form,
      'content-length': String(megabyte.length * 9),
    });
    expect(onTheWay.headers.get('location')).toBe(`${path}?image=too_large&from=%2Fcloths`);
  });
});

test('twenty large ones at once are all taken, and the shop goes on responding', async () => {
  // As many pixels as a photograph has, and low when it is scaled to the width of a page.
  const large = await noise(4_800, 800).jpeg({ quality: 90 }).toBuffer();
  // With other bytes at its end it is another file.
  const many = Array.from({ length: 20 }, () => Buffer.concat([large, randomBytes(8)]));
  const busy = await shop.shopper('Busy Sender');
  let done = false;
  let responded = 0;
  const watch = (async () => {
    while (!done) {
      await shop.guest().get('/healthz');
      responded += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const returns = await Promise.all(many.map((bytes) => send(bytes, busy)));
  done = true;
  await watch;
  expect(returns.map(({ status }) => status)).toEqual(many.map(() => 201));
  // Where encoding held up the shop, it would have responded once, at the end.
  expect(responded).toBeGreaterThan(20);
}, 180_000);

describe('how many', () => {
  const small = () => noise(8, 8).png().toBuffer();

  test('an address may send twenty an hour that nothing uses, from all its clients', async () => {
    const guest = shop.guest();
    const first = await upload(await small(), guest);
    clock.now += 60_000;
    for (let i = 1; i < 20; i += 1) await upload(await small(), guest);
    const refused = await send(await small(), guest);
    await expectRefused(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBe(3_540);
    // The same file again is no further one, another address is another, and so is an account.
    await upload(await small(), shop.guest());
    const [row] = await query('select uploader from uploads where url = $1', [first.url]);
    expect(row.uploader).toMatch(/^address_[0-9a-f]{32}$/);
    expect(row.uploader).not.toContain(guest.address);
    clock.now += 3_541_000;
    await upload(await small(), guest);
    await expectRefused(await send(await small(), guest), 429, 'rate_limited');
    clock.now += HOUR;
  });

  test('no more get through when they come at once', async () => {
    const guest = shop.guest();
    const images = await Promise.all(Array.from({ length: 26 }, small));
    const returns = await Promise.all(images.map((bytes) => send(bytes, guest)));
    const statuses = returns.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(6).fill(429)]);
  });

  test('an account may send sixty, and those that are used are not counted', async () => {
    const busy = await shop.admin('Sixty Sender');
    const used = await upload(await small(), busy);
    await addProduct(used.url, busy);
    // Rows as of uploads: encoding so many images takes seconds.
    await query(
      `insert into uploads (name, url, width, height, bytes, uploader, created_at)
       select md5('sixty' || n), 'sixty' || n, 8, 8, 100,
         (select uploader from uploads where url = $1), $2 from generate_series(1, 59) n`,
      [used.url, new Date(clock.now)],
    );
    await upload(await small(), busy);
    await expectRefused(await send(await small(), busy), 429, 'rate_limited');
    // One that is there already costs nothing.
    expect(await rowOf((await upload(await small(), shop.guest())).url)).toBeDefined();
  });

  test('a file that can not be read counts as one that can', async () => {
    const guest = shop.guest();
    for (let i = 0; i < 20; i += 1) {
      const bytes = await small();
      // Half of them break in the pixels, half in the header.
      if (i % 2) bytes.fill(0x55, 8, 33);
      const cut = bytes.subarray(0, -20);
      await expectRefused(await send(cut, guest), 422, 'image_unreadable');
    }
    await expectRefused(await send(await small(), guest), 429, 'rate_limited');
  });

  test('a file that can not be read counts each time it comes', async () => {
    const guest = shop.guest();
    const bytes = (await small()).fill(0x55, 8, 33);
    for (let i = 0; i < 21; i += 1) {
      await expectRefused(await send(bytes, guest), 422, 'image_unreadable');
    }
    await expectRefused(await send(bytes, guest), 429, 'rate_limited');
    // Another one is still taken.
    await upload(await small(), guest);
  });

  test('every network of one IPv6 site counts as one', async () => {
    const [one, two, far] = [shop.guest(), shop.guest(), shop.guest()];
    Object.assign(one, { address: '2001:db8:1:2::7' });
    Object.assign(two, { address: '2001:DB8:1:3:ffff::1' });
    Object.assign(far, { address: '2001:db8:2:2::7' });
    const uploaderOf = async (client: Client) =>
      (await rowOf((await upload(await small(), client)).url)).uploader;
    const [first, second, third] = [
      await uploaderOf(one),
      await uploaderOf(two),
      await uploaderOf(far),
    ];
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});
