import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RemoteFileError } from '#adapters/remote-files/port.ts';
import { exportProducts } from '#features/exports/exports.ts';
import {
  addImagesToFetch,
  selectImagesToFetch,
} from '#features/product-management/import/import.store.ts';
import { importChecked } from '#features/product-management/product-management.ts';
import { startStaffJobs } from '#server/jobs/staff-jobs.ts';
import { stock } from '../support/goods.ts';
import { imagesOf } from '../support/images.ts';
import {
  act,
  admin,
  find,
  type Job,
  query,
  runImport,
  runJob,
  shop,
  shopForEachTest,
  start,
} from '../support/importing.ts';
import { csv } from '../support/product-csv.ts';
import { actorOf } from '../support/shop.ts';

shopForEachTest();

const FRONT = 'https://cdn.shopify.com/front.jpg';
const SEAM = 'https://cdn.shopify.com/seam.jpg';
const BROKEN = 'https://i.ibb.co/broken.jpg';
const NEW = 'https://new.example/sleeve.jpg';
const UPLOAD = expect.stringMatching(/^\/uploads\//);

/** A product with images on hosts of `imageHosts`, in its description, too, and on one other host. */
const file = csv([
  {
    Handle: 'coat',
    Title: 'Coat',
    'Body (HTML)': `<p>Soft</p><img src="${SEAM}">`,
    'Image Src': FRONT,
    'Image Alt Text': 'Front',
  },
  { Handle: 'coat', Title: '', 'Variant Price': '', 'Image Src': BROKEN },
  { Handle: 'coat', Title: '', 'Variant Price': '', 'Image Src': NEW },
]);

/** Fetches all images but broken ones. */
async function fetchMost(): Promise<string[]> {
  const photo = await imagesOf.jpeg(60, 40);
  const asked: string[] = [];
  shop.context.ctx.remoteFiles = {
    async fetch(address) {
      asked.push(address);
      if (address.includes('broken')) throw new RemoteFileError('There is no such image.');
      return photo;
    },
  };
  return asked;
}

async function shown(): Promise<{ images: string[]; html: string }> {
  const images = await query('select url from product_images order by position');
  const [{ html }] = await query('select description_html as html from products');
  return { images: images.map(({ url }) => url), html };
}

test('images on hosts that the shop may show are fetched too, and one that can’t be stays there and is named', async () => {
  const asked = await fetchMost();
  const dry = await runImport(file, { dryRun: 'true' });
  expect(dry.result.images).toEqual({ toFetch: 4, done: 0, fetched: 0, failed: 0, stay: {} });
  expect(asked).toEqual([]);
  const job = await runImport(file);
  expect(asked.toSorted()).toEqual([FRONT, SEAM, BROKEN, NEW].toSorted());
  expect(job.result.images).toEqual({
    ...{ toFetch: 4, done: 4, fetched: 3, failed: 0 },
    stay: { 'i.ibb.co': 1 },
  });
  const reason = `${BROKEN}: There is no such image. It was left on i.ibb.co.`;
  expect(job.problems).toEqual([{ line: 3, reason }]);
  const { images, html } = await shown();
  expect(images).toEqual([UPLOAD, BROKEN, UPLOAD]);
  expect(html).toMatch(/^<p>Soft<\/p><img src="\/uploads\//);
  // A second import fetches only what the shop lacks, and names nothing else as a change.
  const written = () =>
    query('select version, (select count(*) from audit_log) as audits from products');
  const before = await written();
  const check = await runImport(file, { dryRun: 'true' });
  expect(
    await query('select differences from staff_job_items where job_id = $1', [check._id]),
  ).toEqual([{ differences: { fetchedImages: [0, 1] } }]);
  const again = await runImport(file);
  expect(again.result.images).toMatchObject({ toFetch: 1, fetched: 0, stay: { 'i.ibb.co': 1 } });
  expect(asked).toHaveLength(5);
  expect((await shown()).images).toEqual(images);
  const [{ version, audits }] = before;
  // The audit log has the two jobs that were started.
  expect(await written()).toEqual([{ version, audits: String(Number(audits) + 2) }]);
});

/** Fetches another image from each address. */
function fetchDifferent(before: (address: string) => Promise<unknown> = async () => {}): void {
  shop.context.ctx.remoteFiles = {
    async fetch(address) {
      await before(address);
      return imagesOf.jpeg(60, 40);
    },
  };
}

const CDN = 'https://cdn.shopify.com';
/** Where the shop has the copy of an image. */
const copyOf = async (address: string): Promise<string> => {
  const sql = 'select url from fetched_images join uploads on name = upload where source = $1';
  return (await query(sql, [address]))[0]?.url;
};
const imagesOfVariants = async () =>
  Object.fromEntries(
    (await query('select colour, image_url from variants')).map((row) => [
      row.colour,
      row.image_url,
    ]),
  );

test('each variant gets its own image, wherever the file has it and whatever its SKU is by now', async () => {
  fetchDifferent();
  const rows = (colors: string[]) =>
    csv(
      colors.map((color, i) => ({
        Handle: 'coat',
        ...(i === 0 ? { Title: 'Coat', 'Option1 Name': 'Color' } : { Title: '' }),
        'Option1 Value': color,
        ...(colors[0] === 'Red' ? {} : { 'Variant Image': `${CDN}/${color}.jpg` }),
      })),
    );
  await runImport(rows(['Red', 'Blue', 'Green']));
  await query("update variants set sku = 'REAL' where colour = 'Green'");
  await runImport(rows(['Green', 'Blue', 'Red']));
  const images = await imagesOfVariants();
  expect(Object.values(images)).toEqual([UPLOAD, UPLOAD, UPLOAD]);
  for (const [color, url] of Object.entries(images)) {
    expect(url).toBe(await copyOf(`${CDN}/${color}.jpg`));
  }
});

test('a later import takes no copy, focal point or color from a product', async () => {
  await fetchMost();
  const of = (handle: string) => csv([{ Handle: handle, Title: handle, 'Image Src': FRONT }]);
  const image = () =>
    query(`select url, color, focus_x from product_images i
    join products p on p.id = i.product_id where p.slug = 'coat'`);
  await runImport(of('coat'), { images: 'stay' });
  await query("update product_images set color = 'Red', focus_x = 20");
  await runImport(of('hat'));
  expect(await image()).toEqual([{ url: FRONT, color: 'Red', focus_x: 20 }]);
  await runImport(of('coat'));
  expect(await image()).toEqual([{ url: UPLOAD, color: 'Red', focus_x: 20 }]);
  expect((await runImport(of('coat'), { images: 'stay' })).result).toMatchObject({ unchanged: 1 });
});

test('all rows of a product in a table of SKUs get their images', async () => {
  await stock(shop, {
    name: 'Coat',
    variants: ['S', 'M'].map((size) => ({ sku: `C-${size}`, size, inventory: 1 })),
  });
  fetchDifferent();
  const names = ['Variant SKU', 'Variant Price', 'Image Src', 'Variant Image'];
  const mapping = JSON.stringify(Object.fromEntries(names.map((name) => [name, name])));
  const table = ['S', 'M'].map((size) => `C-${size},20.00,${CDN}/all.jpg,${CDN}/${size}.jpg`);
  const job = await runImport([names.join(','), ...table].join('\n'), { mapping });
  expect(job.result).toMatchObject({ changed: 1, toFetch: 2, fetched: 2 });
  expect(job.result.images).toMatchObject({ toFetch: 4, done: 4, fetched: 4 });
  expect(await query('select size, image_url as url from variants order by sku')).toEqual([
    { size: 'M', url: await copyOf(`${CDN}/M.jpg`) },
    { size: 'S', url: await copyOf(`${CDN}/S.jpg`) },
  ]);
  expect((await shown()).images).toEqual([await copyOf(`${CDN}/all.jpg`)]);
  // Rows of a product may be in several batches.
  const [{ id }] = await query('select id from products');
  const { db } = shop.context.ctx;
  for (const line of [2, 3]) {
    const variants = [{ id: `v${line}`, url: `${line}.jpg` }];
    const more = { productId: id, line, images: [], description: null, count: 1, variants };
    await addImagesToFetch(db, job._id, [more]);
  }
  expect(await selectImagesToFetch(db, job._id, 9)).toMatchObject([
    { line: 2, variants: [{ id: 'v2' }, { id: 'v3' }], count: 2, rows: 2, lines: { '3.jpg': 3 } },
  ]);
});

test('no import waits with its products until the images of others are fetched', async () => {
  const photo = await imagesOf.jpeg(60, 40);
  const released = Promise.withResolvers<void>();
  const { ctx } = shop.context;
  ctx.remoteFiles = { fetch: () => released.promise.then(() => photo) };
  const handles = ['bag', 'cap', 'hat', 'vest'];
  const jobs: Job[] = [];
  for (const handle of handles) {
    const row = { Handle: handle, Title: handle, 'Image Src': `https://a.example/${handle}.jpg` };
    jobs.push(await start(csv([row])));
  }
  const stop = startStaffJobs(ctx);
  const states = async () => (await Promise.all(jobs.map(find))).map(({ status }) => status);
  try {
    await expect
      .poll(
        async () =>
          (await query('select slug from products order by slug')).map(({ slug }) => slug),
        {
          timeout: 10_000,
        },
      )
      .toEqual(handles);
    expect(await states()).toEqual(jobs.map(() => 'running'));
    released.resolve();
    await expect.poll(states, { timeout: 15_000 }).toEqual(jobs.map(() => 'done'));
  } finally {
    released.resolve();
    await stop();
  }
  expect(await query("select 1 from product_images where url like '/uploads/%'")).toHaveLength(4);
  expect(await query('select 1 from staff_job_keys')).toEqual([]);
});

test('an image that the shop could not store just now is stored a moment later', async () => {
  await fetchMost();
  const { ctx } = shop.context;
  const { images } = ctx;
  let fails = 1;
  ctx.images = {
    ...images,
    async store(image) {
      if (fails-- > 0) throw new Error('The store is away.');
      return images.store(image);
    },
  };
  const job = await runImport(csv([{ Handle: 'coat', Title: 'Coat', 'Image Src': FRONT }]));
  expect(job).toMatchObject({ problemCount: 0, result: { images: { fetched: 1, failed: 0 } } });
});

test('an image of a product that somebody edits meanwhile stays where the product shows it', async () => {
  fetchDifferent(async (address) => {
    if (address === SEAM)
      await query("update products set version = version + 1 where slug = 'coat'");
  });
  const job = await runImport(
    csv([
      { Handle: 'hat', Title: 'Hat', 'Image Src': FRONT },
      { Handle: 'coat', Title: 'Coat', 'Image Src': FRONT },
      { Handle: 'coat', Title: '', 'Variant Price': '', 'Image Src': SEAM },
    ]),
  );
  expect(job.result.images).toEqual({
    ...{ toFetch: 3, done: 3, fetched: 1, failed: 0 },
    stay: { 'cdn.shopify.com': 2 },
  });
});

test('an image that can’t be fetched and may not be shown from its host counts as missing', async () => {
  await fetchMost();
  const job = await runImport(
    csv([{ Handle: 'coat', Title: 'Coat', 'Image Src': 'https://broken.example/a.jpg' }]),
  );
  expect(job.result.images).toEqual({ toFetch: 1, done: 1, fetched: 0, failed: 1, stay: {} });
});

test('images stay on hosts that the shop may show if staff choose so, and both the check and the import say where', async () => {
  const asked = await fetchMost();
  const stay = { 'cdn.shopify.com': 2, 'i.ibb.co': 1 };
  const dry = await runImport(file, { dryRun: 'true', images: 'stay' });
  expect(dry.result.images).toMatchObject({ toFetch: 1, stay });
  const job = await runImport(file, { images: 'stay' });
  expect(asked).toEqual([NEW]);
  expect(job).toMatchObject({ problemCount: 0 });
  expect(job.result.images).toMatchObject({ fetched: 1, failed: 0, stay });
  const { images, html } = await shown();
  expect(images).toEqual([FRONT, BROKEN, UPLOAD]);
  expect(html).toContain(`src="${SEAM}"`);
  expect((await runImport(file, { images: 'stay' })).result).toMatchObject({ unchanged: 1 });
});

test('the shop’s own export, imported again, fetches images that stayed on another host, and its undo brings them back', async () => {
  const asked = await fetchMost();
  await runImport(file, { images: 'stay' });
  const before = await shown();
  let own = '';
  for await (const part of exportProducts(shop.context.ctx, actorOf(admin, 'admin'), {}))
    own += part;
  const dry = await runImport(own, { dryRun: 'true' });
  expect(dry.result).toMatchObject({ changed: 1, images: { toFetch: 3, stay: {} } });
  asked.length = 0;
  const job = await runImport(own);
  expect(job.result).toMatchObject({ changed: 1, images: { fetched: 2, stay: { 'i.ibb.co': 1 } } });
  const { images, html } = await shown();
  expect(images).toEqual([UPLOAD, BROKEN, UPLOAD]);
  expect(html).toContain('src="/uploads/');
  await act(job, 'undo');
  await runJob();
  expect(await find(job)).toMatchObject({ status: 'undone', result: { takenBack: 1 } });
  expect(await shown()).toEqual(before);
});

test('an existing product shows its new description before the images of that are fetched', async () => {
  await runImport(file, { images: 'stay' });
  const photo = await imagesOf.jpeg(60, 40);
  const htmls: string[] = [];
  shop.context.ctx.remoteFiles = {
    async fetch() {
      htmls.push((await shown()).html);
      return photo;
    },
  };
  const body = `<p>Softer</p><img src="${SEAM}">`;
  const job = await runImport(csv([{ Handle: 'coat', Title: 'Coat', 'Body (HTML)': body }]));
  expect(job.result).toMatchObject({ changed: 1, images: { fetched: 1 } });
  expect(htmls).toEqual([expect.stringContaining(`<p>Softer</p><img src="${SEAM}"`)]);
  expect((await shown()).html).toMatch(/^<p>Softer<\/p><img src="\/uploads\//);
  await act(job, 'undo');
  await runJob();
  expect((await shown()).html).toContain(`<p>Soft</p><img src="${SEAM}"`);
});

test('images that a description shows from a host which the shop may no longer show are fetched', async () => {
  const asked = await fetchMost();
  await runImport(file, { images: 'stay' });
  const { ctx } = shop.context;
  ctx.shop = { ...ctx.shop, imageHosts: [] };
  asked.length = 0;
  const body = `<p>Soft</p><img src="${SEAM}">`;
  const job = await runImport(csv([{ Handle: 'coat', Title: 'Coat', 'Body (HTML)': body }]));
  expect(asked).toEqual([SEAM]);
  expect(job.result).toMatchObject({ changed: 1, images: { fetched: 1, failed: 0 } });
  expect((await shown()).html).toMatch(/^<p>Soft<\/p><img src="\/uploads\//);
});

test('the import of a check leaves images where that check said that they stay', async () => {
  const asked = await fetchMost();
  const dry = await runImport(file, { dryRun: 'true', images: 'stay' });
  await importChecked(shop.context.ctx, actorOf(admin, 'admin'), dry._id);
  await runJob();
  expect(asked).toEqual([NEW]);
  expect((await shown()).images).toEqual([FRONT, BROKEN, UPLOAD]);
});

test('a host whose images take too long is given up, and other hosts are not', async () => {
  const { ctx } = shop.context;
  const photo = await imagesOf.jpeg();
  const asked: string[] = [];
  let inWork = 0;
  let most = 0;
  ctx.remoteFiles = {
    async fetch(url) {
      const { hostname } = new URL(url);
      asked.push(hostname);
      inWork += 1;
      most = Math.max(most, inWork);
      // The first ones wait for each other.
      for (let pause = 0; asked.length < 4 && pause < 500; pause += 1) await sleep(5);
      inWork -= 1;
      if (hostname === 'fine.example') return photo;
      const isTimeout = hostname === 'slow.example';
      throw new RemoteFileError(`No image of ${hostname}.`, { isTemporary: true, isTimeout });
    },
  };
  const hosts = [...Array(12).fill('slow'), ...Array(4).fill('down'), 'fine'];
  const rows = hosts.map((host, i) => ({
    Handle: `p${i}`,
    Title: `P${i}`,
    'Image Src': `https://${host}.example/${i}.jpg`,
  }));
  const job = await runImport(csv(rows));
  const count = (host: string) => asked.filter((name) => name === `${host}.example`).length;
  expect([count('down'), count('fine')]).toEqual([4, 1]);
  // Two, and those that were asked for before these had failed.
  expect(count('slow')).toBeGreaterThanOrEqual(2);
  expect(count('slow')).toBeLessThanOrEqual(5);
  // Those of several products at a time.
  expect(most).toBe(4);
  expect(job).toMatchObject({ status: 'done', result: { added: 17, fetched: 17 } });
  expect(job.problems).toHaveLength(16);
  expect(JSON.stringify(job.problems)).toContain('slow.example took too long for earlier images');
});
