import { expect, test } from 'vitest';
import { RemoteFileError } from '#adapters/remote-files/port.ts';
import { exportProducts } from '#features/exports/exports.ts';
import { importChecked } from '#features/product-management/product-management.ts';
import { imagesOf } from '../support/images.ts';
import {
  act,
  admin,
  find,
  query,
  runImport,
  runJob,
  shop,
  shopForEachTest,
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
  // A second import fetches only what the shop lacks.
  const again = await runImport(file);
  expect(again.result.images).toMatchObject({ toFetch: 1, fetched: 0, stay: { 'i.ibb.co': 1 } });
  expect(asked).toHaveLength(5);
  expect((await shown()).images).toEqual(images);
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
