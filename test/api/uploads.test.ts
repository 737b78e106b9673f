import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { getProduct } from '#features/catalog/catalog.ts';
import {
  animation,
  compressedText,
  imageForm,
  imagesOf,
  noise,
  pngOf,
  withChunks,
} from '../support/images.ts';
import { expectRefused, openUploads, SUFFIXES } from '../support/uploads.ts';

const { shop, sam, admin, query, send, files, upload, served, addProduct } = await openUploads();
afterAll(() => shop.close());

/** An image of one color; a PNG has 16 bits. */
function plainOf(kind: 'avif' | 'png', width: number, height: number): Promise<Buffer> {
  const image = sharp({ create: { width, height, channels: 3, background: 'red' } });
  return kind === 'avif'
    ? image.avif({ effort: 0 }).toBuffer()
    : image.toColorspace('rgb16').png({ compressionLevel: 1 }).toBuffer();
}

describe('an image', () => {
  test.each(Object.keys(imagesOf) as (keyof typeof imagesOf)[])(
    '(%s) is taken, and served as WebP, AVIF and JPEG in two widths [1.17, 7.17]',
    async (kind) => {
      const bytes = await imagesOf[kind]();
      const { width: original = 0 } = await sharp(bytes).metadata();
      const { url, width, height } = await upload(bytes);
      expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}-800\.webp$/);
      expect([width, height]).toEqual([Math.min(800, original), width === 800 ? 133 : 200]);
      const found = await Promise.all(
        (await served(url)).map(async ({ response, bytes: file }) => {
          const meta = await sharp(file).metadata();
          expect(meta).toMatchObject({ space: 'srgb', depth: 'uchar' });
          return [response.headers.get('content-type'), meta.format, meta.width];
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

  test('looks as it did: colors, of 16 bits, of print and of a wide gamut too', async () => {
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
    const grain = randomBytes(900 * 700 * 3);
    const raw = { width: 900, height: 700, channels: 3 } as const;
    const soft = await sharp(grain, { raw }).blur(0.6).jpeg({ quality: 95 }).toBuffer();
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
    const form = imageForm(await imagesOf.webp(), '../../evil.svg', 'text/html');
    const response = await sam.post('/uploads', form);
    expect(response.status).toBe(201);
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
    const image = await upload(pngOf(width, height));
    expect(image).toMatchObject({ width: servedWidth, height: servedHeight });
    await served(image.url);
  });

  test('of staff that is larger than 800 pixels can be enlarged; none is made larger than it was', async () => {
    const zoomOf = async (url: string) => {
      const response = await shop.guest().get(url.replace('-800.', '-2000.'));
      if (!response.ok) return response.status;
      expect(response.headers.get('content-type')).toBe('image/webp');
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      return [width, height];
    };
    const large = await upload(pngOf(2_400, 1_500), admin);
    expect(large).toMatchObject({ width: 800, height: 500 });
    expect(await zoomOf(large.url)).toEqual([2_000, 1_250]);
    expect(await zoomOf((await upload(await imagesOf.jpeg(), admin)).url)).toEqual([900, 150]);
    expect(await zoomOf((await upload(pngOf(500, 1_900), admin)).url)).toEqual([500, 1_900]);
    const sentBefore = await imagesOf.jpeg(1_000, 100);
    const { url: before } = await upload(sentBefore);
    // Only products show it, so images of customers cost no more than before.
    expect(await zoomOf(before)).toBe(404);
    expect(await upload(sentBefore, admin)).toMatchObject({ url: before });
    expect(await zoomOf(before)).toEqual([1_000, 100]);
    const small = await upload(await imagesOf.png(800, 100), admin);
    expect(await zoomOf(small.url)).toBe(404);

    const zoomableOf = async ({ url }: { url: string }) => {
      const { _id } = await (await addProduct(url)).json();
      return (await getProduct(shop.context.ctx, _id)).zoomable;
    };
    expect(await zoomableOf(large)).toEqual([large.url]);
    expect(await zoomableOf(small)).toEqual([]);
  });

  test('is served as nothing but itself, to anyone, without a cookie', async () => {
    const { url } = await upload(await imagesOf.png(60, 40));
    const { headers } = await shop.guest().get(url);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('is served whole unless one range of its bytes is asked for', async () => {
    const { url } = await upload(await imagesOf.png(60, 40));
    const ask = async (headers: Record<string, string>) => {
      const response = await shop.guest().get(url, headers);
      return [response.status, (await response.arrayBuffer()).byteLength];
    };
    const [, whole = 0] = await ask({});
    expect(await ask({ range: 'bytes=2-5' })).toEqual([206, 4]);
    expect(await ask({ range: `bytes=-${whole - 1}` })).toEqual([206, whole - 1]);
    const odd = ['items=0-5', '0-5', 'bytes=0-1,4-5', `bytes=${'0-0,'.repeat(999)}1-1`];
    for (const range of odd) expect([range, await ask({ range })]).toEqual([range, [200, whole]]);
    expect(await ask({ range: 'bytes=2-5', 'if-range': '"x"' })).toEqual([200, whole]);
  });

  test('sent twice is one, stored once, also at the same time', async () => {
    const bytes = await imagesOf.jpeg(60, 40);
    const before = (await files()).length;
    const returns = await Promise.all(Array.from({ length: 5 }, () => upload(bytes)));
    const later = await upload(bytes, await shop.shopper('Second Sender'));
    expect(new Set([...returns, later].map(({ url }) => url)).size).toBe(1);
    expect((await files()).length).toBe(before + SUFFIXES.length);
    expect(await query('select 1 from uploads where url = $1', [later.url])).toHaveLength(1);
  });
});

/** The process that reads images. */
function imageProcess(): string | undefined {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'latin1').split(' ').filter(Boolean),
  );
  return children.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('image-program'),
  );
}

/** Measures from now on how much memory that process holds, in megabytes. */
function watchImageProcess() {
  const program = imageProcess();
  const peak = () => {
    const status = readFileSync(`/proc/${program}/status`, 'latin1');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  };
  // The peak is what it holds now.
  writeFileSync(`/proc/${program}/clear_refs`, '5');
  return { before: peak(), peak };
}

test('images are encoded at a lower priority than everything else, in every thread', async () => {
  await upload(await noise(101, 100).png().toBuffer());
  const threads = readdirSync(`/proc/${imageProcess()}/task`).map(Number);
  expect(threads.length).toBeGreaterThan(3);
  const lower = Math.min(19, getPriority() + 10);
  expect(threads.map((thread) => getPriority(thread))).toEqual(threads.map(() => lower));
});

test('a PNG with 400 MB of compressed text is taken without it, in little time and memory', async () => {
  const text = compressedText(20);
  const bytes = withChunks(await noise(100, 100).png().toBuffer(), Array(20).fill(text));
  const earlier = await upload(await noise(100, 100).png().toBuffer());
  const { before, peak } = watchImageProcess();
  const start = performance.now();
  expect(await upload(bytes)).toMatchObject({ width: earlier.width, height: 100 });
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(peak()).toBeLessThan(before + 60);
});

describe('what is no image', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const late = (head: string, rest: Buffer) => Buffer.concat([Buffer.from(head, 'latin1'), rest]);
  const cut = async (bytes: Promise<Buffer>, part: number) => {
    const whole = await bytes;
    return whole.subarray(0, Math.floor(whole.length * part));
  };
  async function broken() {
    const bytes = await imagesOf.png();
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0x55, middle, middle + 200);
    return bytes;
  }
  const cases: [string, () => Promise<Buffer> | Buffer, number, string][] = [
    ['nothing at all', () => Buffer.alloc(0), 422, 'image_unreadable'],
    ['a page named .png', () => html, 415, 'not_an_image'],
    ['an SVG', () => svg, 415, 'not_an_image'],
    ['an SVG with an XML head', () => late('<?xml version="1.0"?>', svg), 415, 'not_an_image'],
    ['an SVG behind a byte order mark', () => late('\u00ef\u00bb\u00bf', svg), 415, 'not_an_image'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%\u00e2'), 415, 'not_an_image'],
    ['a TIFF', () => noise(9, 9).tiff().toBuffer(), 415, 'not_an_image'],
    ['a bitmap', () => late('BM', Buffer.alloc(60)), 415, 'not_an_image'],
    [
      'a HEIC by its brand',
      () => late('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', Buffer.alloc(60)),
      415,
      'not_an_image',
    ],
    [
      'a film',
      () => late('\0\0\0\u0018ftypisom\0\0\0\0isommp42', Buffer.alloc(60)),
      415,
      'not_an_image',
    ],
    ['the first bytes of a JPEG', () => Buffer.from('ffd8ffe0', 'hex'), 422, 'image_unreadable'],
    [
      'a page behind the head of a PNG',
      () => late('\u0089PNG\r\n\u001a\n', html),
      422,
      'image_unreadable',
    ],
    ['a page behind the head of a GIF', () => late('GIF89a', html), 422, 'image_unreadable'],
    [
      'a page behind the head of a WebP',
      () => late('RIFF\u0010\0\0\0WEBP', html),
      422,
      'image_unreadable',
    ],
    [
      'a page behind the head of an AVIF',
      () => late('\0\0\0\u0018ftypavif\0\0\0\0mif1avif', html),
      422,
      'image_unreadable',
    ],
    ['half a JPEG', () => cut(imagesOf.jpeg(), 0.5), 422, 'image_unreadable'],
    ['a JPEG without its last bytes', () => cut(imagesOf.jpeg(), 0.99), 422, 'image_unreadable'],
    ['half a PNG', () => cut(imagesOf.png(), 0.5), 422, 'image_unreadable'],
    ['half a WebP', () => cut(imagesOf.webp(), 0.5), 422, 'image_unreadable'],
    ['half an AVIF', () => cut(imagesOf.avif(), 0.5), 422, 'image_unreadable'],
    ['half a GIF', () => cut(imagesOf.gif(), 0.5), 422, 'image_unreadable'],
    ['a PNG with a hole in it', broken, 422, 'image_unreadable'],
    ['a PNG without pixels', () => pngOf(500, 500, true), 422, 'image_unreadable'],
    ['a moving WebP', () => animation('webp'), 422, 'image_unreadable'],
    ['a header of 60,000 by 60,000', () => pngOf(60_000, 60_000, true), 413, 'image_too_large'],
    ['a header of no width', () => pngOf(0, 100, true), 422, 'image_unreadable'],
    ['a bomb: 41 megapixels in 6 KB', () => pngOf(8_200, 5_000), 413, 'image_too_large'],
    [
      'an AVIF of 21 megapixels in 1 KB',
      () => plainOf('avif', 5_250, 4_000),
      413,
      'image_too_large',
    ],
    [
      'a PNG of 21 megapixels at 16 bits',
      () => plainOf('png', 5_250, 4_000),
      413,
      'image_too_large',
    ],
    ['a line of 16,385 pixels', () => pngOf(16_385, 1), 413, 'image_too_large'],
    ['a bomb: 900 megapixels', () => pngOf(30_000, 30_000), 413, 'image_too_large'],
    [
      'a byte more than 8 MB',
      () => late('\u00ff\u00d8\u00ff', Buffer.alloc(8 * 1024 ** 2 - 2)),
      413,
      'image_too_large',
    ],
    ['9 MB', () => late('\u00ff\u00d8\u00ff', Buffer.alloc(9 * 1024 ** 2)), 413, 'image_too_large'],
  ];

  test.each(cases)(
    '(%s) is refused with a sentence, and nothing is stored [7.17]',
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
    await expectRefused(await send(pngOf(60_000, 60_000, true)), 413, 'image_too_large');
  });

  test('no form, another field, a text or two files: refused, each in its way', async () => {
    const text = new FormData();
    text.append('image', 'a text');
    const other = new FormData();
    other.append('file', new File(['x'], 'x.png'));
    const two = imageForm(await imagesOf.png());
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
    const form = imageForm(await imagesOf.png());
    const response = await sam.post('/uploads', form, { origin: 'https://evil.example' });
    await expectRefused(response, 403, 'forbidden');
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
  const response = await shop.guest().get(path);
  expect([404, 405]).toContain(response.status);
});
