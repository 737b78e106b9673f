import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { residentMb } from '../../bench/shop/resident-memory.ts';
import { removeDataFolder, startShopProcess } from '../../scripts/running-shop.ts';
import { newDemoFolder } from '../support/demo-folder.ts';
import { type OddFile, oddImages } from '../support/odd-images.ts';

const SEED = Number(process.env.ODD_IMAGES_SEED ?? 20_261_121);
const AT_A_TIME = 6;
/** One image of 40 megapixels is decoded at a time, and that takes 300 MB. */
const MAX_GROWTH_MB = 700;
const MAX_LEFT_MB = 450;

const dataDir = await newDemoFolder();
const shop = await startShopProcess({ dataDir, env: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
afterAll(async () => {
  await shop.stop();
  await removeDataFolder(dataDir);
});

const residentMegabytes = () => residentMb(shop.process.pid ?? 0);

/** Each from an address of its own, so that nobody sends too many. */
async function send({ bytes, name, type }: OddFile, index: number) {
  const form = new FormData();
  form.append('image', new File([new Uint8Array(bytes)], name, { type }));
  const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  const ask = () =>
    fetch(`${shop.url}/uploads`, {
      method: 'POST',
      headers: { origin: shop.url, 'x-forwarded-for': address },
      body: form,
    });
  // What was refused unread closes its connection, and whoever meets that asks again, as browsers do.
  // A connection that is kept may be closing too; there are as many of them as images at a time.
  let response = await ask().catch(() => null);
  for (let attempt = 1; !response && attempt < AT_A_TIME; attempt += 1) {
    response = await ask().catch(() => null);
  }
  response ??= await ask();
  return { status: response.status, body: await response.json() };
}

/** What is wrong with an image that was taken: nothing of the file may be in what is served. */
async function faultsOf(url: string): Promise<string[]> {
  const faults: string[] = [];
  for (const suffix of ['800.avif', '800.webp', '800.jpg', '400.avif', '400.webp', '400.jpg']) {
    const response = await fetch(`${shop.url}${url.replace('800.webp', suffix)}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const found = await sharp(bytes).metadata();
    const says = (right: boolean, fault: string) => right || faults.push(`${suffix}: ${fault}`);
    says(response.status === 200, `responds with ${response.status}`);
    says(response.headers.get('x-content-type-options') === 'nosniff', 'may be sniffed');
    says(/^image\/(?:avif|webp|jpeg)$/.test(response.headers.get('content-type') ?? ''), 'type');
    says(found.width <= 800 && found.height <= 1_600, `is ${found.width} by ${found.height}`);
    says(!found.pages || found.pages === 1, 'moves');
    says(found.space === 'srgb' && found.depth === 'uchar', `${found.space} ${found.depth}`);
    says(!(found.exif || found.icc || found.xmp || found.iptc), 'tells of more than its pixels');
    says(!/<script|<\?php|an archive/.test(bytes.toString('latin1')), 'carries something');
  }
  return faults;
}

test('whatever is sent for an image is refused with a sentence or shown as pixels alone, and memory stays flat', async () => {
  const files = await oddImages(SEED);
  expect(files.length).toBeGreaterThanOrEqual(200);
  await send(files[0] as OddFile, 65_535);
  const before = await residentMegabytes();
  let most = before;
  let slowest = 0;
  let over = false;
  const watch = (async () => {
    while (!over) {
      most = Math.max(most, await residentMegabytes());
      const start = performance.now();
      expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();

  const counts: Record<number, number> = {};
  const faults: string[] = [];
  const waiting = files.entries();
  const started = performance.now();
  const work = async () => {
    for (const [index, file] of waiting) {
      const { status, body } = await send(file, index);
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 201) {
        faults.push(...(await faultsOf(body.url)).map((fault) => `${file.what}: ${fault}`));
      } else if (![413, 415, 422].includes(status) || !/^[A-Z].*\.$/.test(body.detail)) {
        faults.push(`${file.what}: ${status} ${JSON.stringify(body)}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } finally {
    over = true;
    await watch;
  }
  const seconds = (performance.now() - started) / 1_000;
  const after = await residentMegabytes();
  console.log(
    `${files.length} odd images (seed ${SEED}) in ${seconds.toFixed(0)} s: ${JSON.stringify(counts)}; memory ${before.toFixed(0)} MB, at most +${(most - before).toFixed(0)} MB, afterwards +${(after - before).toFixed(0)} MB; slowest /healthz ${slowest.toFixed(0)} ms`,
  );
  expect(faults).toEqual([]);
  expect(counts[201]).toBeGreaterThan(files.length / 10);
  expect(most - before).toBeLessThan(MAX_GROWTH_MB);
  expect(after - before).toBeLessThan(MAX_LEFT_MB);
}, 300_000);
