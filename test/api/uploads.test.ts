import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeUnusedPictures } from '#features/pictures/pictures.ts';
import { animation, noise, pictureForm, picturesOf, pngOf } from '../support/pictures.ts';
import { type Client, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';

const HOUR = 3_600_000;
const SUFFIXES = ['800.webp', '800.avif', '800.jpg', '400.webp', '400.avif', '400.jpg'];
const SENTENCE = /^(?:image: )?[A-Z].*\.$/;
let now = Date.parse('2026-11-21T10:00:00Z');
let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  sam = await shop.shopper('Sam Sender');
  admin = await shop.admin();
});
afterAll(() => shop.close());

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows;
const rowOf = async (url: string) =>
  (await query('select * from uploads where url = $1', [url]))[0];
const files = () => readdir(shop.context.uploadsFolder).catch(() => [] as string[]);
const send = (bytes: Uint8Array, client: Client = sam, name?: string) =>
  client.post('/uploads', pictureForm(bytes, name));
async function upload(bytes: Uint8Array, client: Client = sam) {
  const answer = await send(bytes, client);
  expect(answer.status).toBe(201);
  return (await answer.json()) as { url: string; width: number; height: number };
}
async function expectRefused(answer: Response, status: number, code: string) {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const body = await answer.json();
  expect(body).toMatchObject({ status, code, detail: expect.stringMatching(SENTENCE) });
  expect(answer.status).toBe(status);
  return body;
}
/** The renditions of an upload, as they are served. */
async function served(url: string) {
  const at = async (suffix: string) => {
    const answer = await shop.visitor().get(url.replace(/800\.webp$/, suffix));
    expect([suffix, answer.status]).toEqual([suffix, 200]);
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  return Promise.all(SUFFIXES.map(at));
}

describe('a picture', () => {
  test.each(Object.keys(picturesOf) as (keyof typeof picturesOf)[])(
    '(%s) is taken, and served as WebP, AVIF and JPEG in two widths',
    async (kind) => {
      const bytes = await picturesOf[kind]();
      const { width: original = 0 } = await sharp(bytes).metadata();
      const { url, width, height } = await upload(bytes);
      expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}-800\.webp$/);
      expect([width, height]).toEqual([Math.min(800, original), width === 800 ? 533 : 200]);
      const found = await Promise.all(
        (await served(url)).map(async ({ answer, bytes: file }) => {
          const meta = await sharp(file).metadata();
          expect(meta).toMatchObject({ space: 'srgb', depth: 'uchar' });
          return [answer.headers.get('content-type'), meta.format, meta.width];
        }),
      );
      expect(found).toEqual([
        ['image/webp', 'webp', width],
        ['image/avif', 'heif', width],
        ['image/jpeg', 'jpeg', width],
        ['image/webp', 'webp', Math.min(400, width)],
        ['image/avif', 'heif', Math.min(400, width)],
        ['image/jpeg', 'jpeg', Math.min(400, width)],
      ]);
    },
  );

  test('looks as it did: colours, of 16 bits, of print and of a wide gamut too', async () => {
    const plain = sharp({ create: { width: 64, height: 64, channels: 3, background: '#7788aa' } });
    const variants = [
      await plain.clone().png().toBuffer(),
      await plain.clone().toColourspace('rgb16').png().toBuffer(),
      await plain.clone().jpeg({ quality: 95 }).toBuffer(),
      await plain.clone().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
      await plain.clone().withIccProfile('p3').png().toBuffer(),
    ];
    for (const bytes of variants) {
      const [largest] = await served((await upload(bytes)).url);
      const { channels } = await sharp(largest?.bytes).stats();
      const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
      const off = Math.max(Math.abs(red - 0x77), Math.abs(green - 0x88), Math.abs(blue - 0xaa));
      expect(off).toBeLessThan(12);
    }
  });

  test('of much detail weighs no more than 30 KB on a card, and 100 KB as AVIF on its own page', async () => {
    const grain = randomBytes(900 * 1_125 * 3);
    const raw = { width: 900, height: 1_125, channels: 3 } as const;
    const soft = await sharp(grain, { raw }).blur(0.8).jpeg({ quality: 95 }).toBuffer();
    const weights = (await served((await upload(soft)).url)).map(({ bytes: file }) => file.length);
    const [, large = 0, , small = 0, smallest = 0] = weights;
    expect(Math.max(small, smallest)).toBeLessThanOrEqual(30_000);
    expect(large).toBeLessThanOrEqual(100_000);
    expect(smallest).toBeGreaterThan(5_000);
  });

  test('stands upright as its camera held it, and tells nothing of where it was taken', async () => {
    const bytes = await noise(300, 200)
      .withExif({
        IFD0: { Orientation: '6', Artist: 'Wanda Wanderer' },
        IFD3: { GPSLatitude: '22/1 21/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(bytes.toString('latin1')).toContain('Wanda');
    const { url, width, height } = await upload(bytes);
    expect([width, height]).toEqual([200, 300]);
    for (const { bytes: file } of await served(url)) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(file).metadata();
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
      expect(file.toString('latin1')).not.toContain('Wanda');
    }
  });

  test('is encoded anew: what hides behind or inside the file is gone', async () => {
    const script = '<script>alert(document.domain)</script>';
    const archive = Buffer.from('PK\u0003\u0004 an archive', 'latin1');
    const jpeg = await noise(50, 50)
      .withExif({ IFD0: { ImageDescription: script } })
      .jpeg()
      .toBuffer();
    const { url } = await upload(Buffer.concat([jpeg, Buffer.from(script), archive]));
    for (const { bytes } of await served(url)) {
      expect(bytes.includes('script')).toBe(false);
      expect(bytes.includes('PK\u0003\u0004')).toBe(false);
    }
  });

  test('is told by its content, whatever it is called', async () => {
    const form = pictureForm(await picturesOf.webp(), '../../evil.svg', 'text/html');
    const answer = await sam.post('/uploads', form);
    expect(answer.status).toBe(201);
    expect(JSON.stringify(await files())).not.toMatch(/evil|svg/);
  });

  test('of a moving GIF is its first frame', async () => {
    const { url } = await upload(await animation('gif'));
    const [largest] = await served(url);
    const { channels } = await sharp(largest?.bytes).stats();
    expect(channels[0]?.mean).toBeGreaterThan(150);
    expect(await sharp(largest?.bytes).metadata()).not.toHaveProperty('pages');
  });

  test.each([
    ['one pixel', 1, 1, 1, 1],
    ['a long strip', 60, 12_000, 8, 1_600],
    ['a wide strip', 12_000, 60, 800, 4],
    ['39 megapixels', 7_800, 5_000, 800, 513],
  ])('of %s is taken', async (_, width, height, servedWidth, servedHeight) => {
    const picture = await upload(pngOf(width, height));
    expect(picture).toMatchObject({ width: servedWidth, height: servedHeight });
    await served(picture.url);
  });

  test('is served as nothing but itself, to anyone, without a cookie', async () => {
    const { url } = await upload(await picturesOf.png());
    const { headers } = await shop.visitor().get(url);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('sent twice is one, stored once, also at the same time', async () => {
    const bytes = await picturesOf.jpeg();
    const before = (await files()).length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(bytes)));
    const later = await upload(bytes, await shop.shopper('Second Sender'));
    expect(new Set([...answers, later].map(({ url }) => url)).size).toBe(1);
    expect((await files()).length).toBe(before + SUFFIXES.length);
    expect(await query('select 1 from uploads where url = $1', [later.url])).toHaveLength(1);
  });
});

describe('what is no picture', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const late = (head: string, rest: Buffer) => Buffer.concat([Buffer.from(head, 'latin1'), rest]);
  const cut = async (bytes: Promise<Buffer>, part: number) => {
    const whole = await bytes;
    return whole.subarray(0, Math.floor(whole.length * part));
  };
  async function broken() {
    const bytes = await picturesOf.png();
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0x55, middle, middle + 200);
    return bytes;
  }
  const cases: [string, () => Promise<Buffer> | Buffer, number, string][] = [
    ['nothing at all', () => Buffer.alloc(0), 422, 'picture_unreadable'],
    ['a page named .png', () => html, 415, 'not_a_picture'],
    ['an SVG', () => svg, 415, 'not_a_picture'],
    ['an SVG with an XML head', () => late('<?xml version="1.0"?>', svg), 415, 'not_a_picture'],
    [
      'an SVG behind a byte order mark',
      () => late('\u00ef\u00bb\u00bf', svg),
      415,
      'not_a_picture',
    ],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%\u00e2'), 415, 'not_a_picture'],
    ['a TIFF', () => noise(9, 9).tiff().toBuffer(), 415, 'not_a_picture'],
    ['a bitmap', () => late('BM', Buffer.alloc(60)), 415, 'not_a_picture'],
    [
      'a HEIC by its brand',
      () => late('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', Buffer.alloc(60)),
      415,
      'not_a_picture',
    ],
    [
      'a film',
      () => late('\0\0\0\u0018ftypisom\0\0\0\0isommp42', Buffer.alloc(60)),
      415,
      'not_a_picture',
    ],
    ['the first bytes of a JPEG', () => Buffer.from('ffd8ffe0', 'hex'), 422, 'picture_unreadable'],
    [
      'a page behind the head of a PNG',
      () => late('\u0089PNG\r\n\u001a\n', html),
      422,
      'picture_unreadable',
    ],
    ['a page behind the head of a GIF', () => late('GIF89a', html), 422, 'picture_unreadable'],
    [
      'a page behind the head of a WebP',
      () => late('RIFF\u0010\0\0\0WEBP', html),
      422,
      'picture_unreadable',
    ],
    [
      'a page behind the head of an AVIF',
      () => late('\0\0\0\u0018ftypavif\0\0\0\0mif1avif', html),
      422,
      'picture_unreadable',
    ],
    ['half a JPEG', () => cut(picturesOf.jpeg(), 0.5), 422, 'picture_unreadable'],
    [
      'a JPEG without its last bytes',
      () => cut(picturesOf.jpeg(), 0.99),
      422,
      'picture_unreadable',
    ],
    ['half a PNG', () => cut(picturesOf.png(), 0.5), 422, 'picture_unreadable'],
    ['half a WebP', () => cut(picturesOf.webp(), 0.5), 422, 'picture_unreadable'],
    ['half an AVIF', () => cut(picturesOf.avif(), 0.5), 422, 'picture_unreadable'],
    ['half a GIF', () => cut(picturesOf.gif(), 0.5), 422, 'picture_unreadable'],
    ['a PNG with a hole in it', broken, 422, 'picture_unreadable'],
    ['a PNG without pixels', () => pngOf(500, 500, true), 422, 'picture_unreadable'],
    ['a moving WebP', () => animation('webp'), 422, 'picture_unreadable'],
    ['a header of 60,000 by 60,000', () => pngOf(60_000, 60_000, true), 413, 'picture_too_large'],
    ['a header of no width', () => pngOf(0, 100, true), 422, 'picture_unreadable'],
    ['a bomb: 41 megapixels in 6 KB', () => pngOf(8_200, 5_000), 413, 'picture_too_large'],
    ['a bomb: 900 megapixels', () => pngOf(30_000, 30_000), 413, 'picture_too_large'],
    [
      'a byte more than 8 MB',
      () => late('\u00ff\u00d8\u00ff', Buffer.alloc(8 * 1024 ** 2 - 2)),
      413,
      'picture_too_large',
    ],
    [
      '9 MB',
      () => late('\u00ff\u00d8\u00ff', Buffer.alloc(9 * 1024 ** 2)),
      413,
      'picture_too_large',
    ],
  ];

  test.each(cases)(
    '(%s) is refused with a sentence, and nothing is stored',
    async (_, make, status, code) => {
      const stored = async () => [
        await files(),
        await query('select name from uploads where url is not null order by 1'),
      ];
      const before = await stored();
      await expectRefused(
        await send(await make(), await shop.shopper(crypto.randomUUID())),
        status,
        code,
      );
      expect(await stored()).toEqual(before);
    },
  );

  test('is refused before a header can make it large: 60,000 by 60,000', async () => {
    await expectRefused(await send(pngOf(60_000, 60_000, true)), 413, 'picture_too_large');
  });

  test('no form, another field, a text or two files: refused, each in its way', async () => {
    const text = new FormData();
    text.append('image', 'a text');
    const other = new FormData();
    other.append('picture', new File(['x'], 'x.png'));
    const two = pictureForm(await picturesOf.png());
    two.append('image', new File(['x'], 'x.png'));
    for (const form of [text, other, two, new FormData()]) {
      await expectRefused(await sam.post('/uploads', form), 422, 'invalid_request');
    }
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    await expectRefused(await sam.post('/uploads', '--x\r\nnonsense', multipart), 400, 'malformed');
    await expectRefused(await sam.post('/uploads', {}), 415, 'unsupported_media_type');
    const image = { 'content-type': 'image/png' };
    await expectRefused(await sam.post('/uploads', 'x', image), 415, 'unsupported_media_type');
  });

  test('another site can not have it uploaded', async () => {
    const form = pictureForm(await picturesOf.png());
    const answer = await sam.post('/uploads', form, { origin: 'https://evil.example' });
    await expectRefused(answer, 403, 'forbidden');
  });
});

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
    const answer = await sam.post(path, megabyte.repeat(9), {
      ...form,
      'content-length': String(megabyte.length * 9),
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${path}?picture=too_large`);
    const onTheWay = await sam.post(`${path}?from=%2Fcloths`, megabyte.repeat(9), {
      ...form,
      'content-length': String(megabyte.length * 9),
    });
    expect(onTheWay.headers.get('location')).toBe(`${path}?picture=too_large&from=%2Fcloths`);
  });
});

test('twenty large ones at once are all taken, and the shop goes on answering', async () => {
  const many = await Promise.all(
    Array.from({ length: 20 }, () => noise(2_400, 1_600).jpeg({ quality: 90 }).toBuffer()),
  );
  const busy = await shop.shopper('Busy Sender');
  let done = false;
  let answered = 0;
  const watch = (async () => {
    while (!done) {
      await shop.visitor().get('/healthz');
      answered += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const answers = await Promise.all(many.map((bytes) => send(bytes, busy)));
  done = true;
  await watch;
  expect(answers.map(({ status }) => status)).toEqual(many.map(() => 201));
  // Where encoding held up the shop, it would have answered once, at the end.
  expect(answered).toBeGreaterThan(20);
}, 60_000);

describe('how many', () => {
  const small = () => noise(8, 8).png().toBuffer();

  test('an address may send twenty an hour that nothing uses, from all its clients', async () => {
    const visitor = shop.visitor();
    const first = await upload(await small(), visitor);
    now += 60_000;
    for (let i = 1; i < 20; i += 1) await upload(await small(), visitor);
    const refused = await send(await small(), visitor);
    await expectRefused(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBe(3_540);
    // The same file again is no further one, another address is another, and so is an account.
    await upload(await small(), shop.visitor());
    const [row] = await query('select uploader from uploads where url = $1', [first.url]);
    expect(row.uploader).toMatch(/^address_[0-9a-f]{32}$/);
    expect(row.uploader).not.toContain(visitor.address);
    now += 3_541_000;
    await upload(await small(), visitor);
    await expectRefused(await send(await small(), visitor), 429, 'rate_limited');
    now += HOUR;
  });

  test('no more get through when they come at once', async () => {
    const visitor = shop.visitor();
    const pictures = await Promise.all(Array.from({ length: 26 }, small));
    const answers = await Promise.all(pictures.map((bytes) => send(bytes, visitor)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(6).fill(429)]);
  });

  test('an account may send sixty, and those that are used are not counted', async () => {
    const busy = await shop.admin('Sixty Sender');
    const fill = async (count: number) => {
      for (let i = 0; i < count; i += 1) await upload(await small(), busy);
    };
    const used = await upload(await small(), busy);
    await addProduct(used.url, busy);
    await fill(60);
    await expectRefused(await send(await small(), busy), 429, 'rate_limited');
    // One that is there already costs nothing.
    expect(await rowOf((await upload(await small(), shop.visitor())).url)).toBeDefined();
  }, 60_000);

  test('a file that can not be read counts as one that can', async () => {
    const visitor = shop.visitor();
    for (let i = 0; i < 20; i += 1) {
      const bytes = await small();
      await expectRefused(await send(bytes.subarray(0, -20), visitor), 422, 'picture_unreadable');
    }
    await expectRefused(await send(await small(), visitor), 429, 'rate_limited');
  });

  test('every address of one IPv6 network counts as one', async () => {
    const [one, two, far] = [shop.visitor(), shop.visitor(), shop.visitor()];
    Object.assign(one, { address: '2001:db8:1:2::7' });
    Object.assign(two, { address: '2001:DB8:1:2:ffff::1' });
    Object.assign(far, { address: '2001:db8:1:3::7' });
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

function addProduct(img: string | null, by: Client = admin) {
  const form = { name: 'Pictured', category: 'Cloths', price: 5, descriptions: 'x', gender: 'Men' };
  return by.post('/products', { ...form, img });
}

describe('a product', () => {
  test('shows an uploaded picture, which is used from then on', async () => {
    const { url } = await upload(await picturesOf.jpeg(), admin);
    expect(await rowOf(url)).toMatchObject({ used_at: null, uploader: admin.id });
    const answer = await addProduct(url);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ img: url });
    expect((await rowOf(url)).used_at).toEqual(new Date(now));
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
    expect((await rowOf(url)).used_at).toEqual(new Date(now));
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
        message: expect.stringMatching(/^A profile image/),
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
    now += 24 * HOUR + 1;
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
    now += 23 * HOUR;
    await upload(bytes);
    now += 2 * HOUR;
    await removeUnusedPictures(shop.context.ctx);
    await served(url);
    now += 24 * HOUR;
    await removeUnusedPictures(shop.context.ctx);
    expect((await shop.visitor().get(url)).status).toBe(404);
    expect((await upload(bytes)).url).toBe(url);
    await served(url);
  });

  test('a picture that is sent while it is taken away is there in the end', async () => {
    const bytes = await picturesOf.jpeg(60, 40);
    for (let round = 0; round < 5; round += 1) {
      const { url } = await upload(bytes);
      now += 25 * HOUR;
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
    now += 25 * HOUR;
    await removeUnusedPictures(shop.context.ctx);
    expect([await rowOf(lost.url), await rowOf(other.url)]).toEqual([undefined, undefined]);
  });
});

test.each([
  '/uploads/',
  '/uploads/..%2f..%2fpackage.json',
  '/uploads/%2e%2e/secret',
  '/uploads/.0123456789abcdef0123456789abcdef-800.webp.0a0b0c',
  '/uploads/0123456789abcdef0123456789abcdef-800.webp',
  '/uploads/0123456789abcdef0123456789abcdef-800.svg',
])('nothing is served at %s', async (path) => {
  const answer = await shop.visitor().get(path);
  expect([404, 405]).toContain(answer.status);
});
