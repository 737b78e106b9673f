import { afterAll, expect, test } from 'vitest';
import { RemoteFileError } from '#adapters/remote-files/port.ts';
import type { Ctx } from '#features/context.ts';
import { exportProducts } from '#features/exports/exports.ts';
import { editor } from '../support/editing.ts';
import { imagesOf } from '../support/images.ts';
import { admin, query, runImport, shop, shopForEachTest } from '../support/importing.ts';
import { csv } from '../support/product-csv.ts';
import { actorOf, type Client } from '../support/shop.ts';
import { openUploads } from '../support/uploads.ts';

shopForEachTest();

/** The options of a coat's first variant. */
const SMALL = { 'Option1 Name': 'Size', 'Option1 Value': 'S' };

const other = await openUploads();
const OTHER = 'https://other.example';
afterAll(() => other.shop.close());

const GONE = '/uploads/gone-00000000.webp';
const ELSEWHERE = 'https://elsewhere.example/a.jpg';

async function exportOf(ctx: Ctx, by: Client): Promise<string> {
  let text = '';
  for await (const part of exportProducts(ctx, actorOf(by, 'admin'), {})) text += part;
  return text;
}

const descriptionOf = async (slug: string) => {
  const [row] = await query('select id, description_html as html from products where slug = $1', [
    slug,
  ]);
  const shown = await query(
    `select d.url, u.used_at is not null as used from description_images d
      left join uploads u on u.url = d.url where d.product_id = $1`,
    [row.id],
  );
  return { html: row.html as string, shown };
};

test('images in a description are exported with whole addresses, and another shop shows its own copies', async () => {
  const goods = editor(other.shop, other.admin);
  const coat = await goods.coat('Travelling Coat');
  const { url } = await other.upload(await imagesOf.jpeg(60, 40), other.admin);
  const text = `<p>Look: <em>seams</em></p><img src="${url}" alt="A seam" width="30" height="20">`;
  const { descriptionHtml } = await goods.edit(coat.id, { descriptionHtml: text });
  const first = { ...other.shop.context.ctx, baseUrl: OTHER };
  const file = await exportOf(first, other.admin);
  expect(file).toContain(`<img src=""${OTHER}${url}"" alt=""A seam""`);
  const { ctx } = shop.context;
  const asked: string[] = [];
  ctx.remoteFiles = {
    async fetch(address) {
      asked.push(address);
      const response = await other.shop.guest().get(address.replace(OTHER, ''));
      return Buffer.from(await response.arrayBuffer());
    },
  };
  const job = await runImport(file);
  expect(job).toMatchObject({ status: 'done', problemCount: 0, result: { added: 1, toFetch: 1 } });
  const { html, shown } = await descriptionOf(coat.slug);
  const [copy] = shown;
  expect(shown).toEqual([{ url: expect.stringMatching(/^\/uploads\//), used: true }]);
  expect(copy.url).not.toBe(url);
  expect(html).toBe(String(descriptionHtml).replace(url, copy.url));
  // The same file, and the shop's own export, change nothing.
  expect((await runImport(file)).result).toMatchObject({ unchanged: 1, changed: 0, toFetch: 0 });
  expect(asked).toEqual([OTHER + url]);
  const own = await exportOf(ctx, admin);
  expect(own).toContain(`""${ctx.baseUrl}${copy.url}""`);
  expect((await runImport(own)).result).toMatchObject({ unchanged: 1, changed: 0, toFetch: 0 });
  // In a changed description, an own whole address is the path of the upload again.
  const changed = await runImport(own.replace('<em>seams</em>', '<em>pockets</em>'));
  expect(changed).toMatchObject({ problemCount: 0, result: { changed: 1, toFetch: 0 } });
  expect(await descriptionOf(coat.slug)).toEqual({ html: html.replace('seams', 'pockets'), shown });
  expect(asked).toHaveLength(1);
});

test('an image of a description that can’t be fetched is left out and named with its line', async () => {
  const { ctx } = shop.context;
  const photo = await imagesOf.jpeg(60, 40);
  ctx.remoteFiles = {
    async fetch(address) {
      if (address.includes('inside')) throw new RemoteFileError('inside.example is not public.');
      return photo;
    },
  };
  const inside = 'https://inside.example/b.jpg';
  const body = `<p onclick="x">Soft</p><img src="${inside}"><img src="${ELSEWHERE}" onerror="x"><img src="javascript:x"><img>`;
  const file = csv([
    { Handle: 'plain', Title: 'Plain' },
    { Handle: 'soft', Title: 'Soft', 'Body (HTML)': body, 'Image Src': ELSEWHERE },
  ]);
  const job = await runImport(file);
  expect(job).toMatchObject({ status: 'done', result: { added: 2, toFetch: 1, fetched: 1 } });
  expect(job.problems).toEqual([
    {
      line: 3,
      reason: expect.stringMatching(/^javascript:x: An image must be one of this shop, or/),
    },
    { line: 3, reason: `${inside}: inside.example is not public.` },
  ]);
  const { html, shown } = await descriptionOf('soft');
  expect(shown).toEqual([{ url: expect.stringMatching(/^\/uploads\//), used: true }]);
  expect(html).toBe(
    `<p>Soft</p><img src="${shown[0].url}" alt="" width="60" height="40" loading="lazy" decoding="async">`,
  );
});

test('a description that somebody edits while its images are fetched stays as it was edited', async () => {
  const { ctx } = shop.context;
  const photo = await imagesOf.jpeg(60, 40);
  const goods = editor(shop, admin);
  ctx.remoteFiles = {
    async fetch() {
      const [{ id }] = await query("select id from products where slug = 'soft'");
      await goods.edit(id, { descriptionHtml: '<p>Edited</p>' });
      return photo;
    },
  };
  const body = `<p>Soft</p><img src="${ELSEWHERE}">`;
  const job = await runImport(csv([{ Handle: 'soft', Title: 'Soft', 'Body (HTML)': body }]));
  expect(job.problems).toEqual([{ line: 2, reason: expect.stringContaining('did not get its') }]);
  expect(await descriptionOf('soft')).toEqual({ html: '<p>Edited</p>', shown: [] });
});

test('a dry run names each missing upload that a product is imported without, as the import does', async () => {
  const goods = editor(shop, admin);
  const coat = await goods.coat('Kept Coat');
  const { baseUrl } = shop.context.ctx;
  const image = `<img src="${baseUrl}${GONE}">`;
  const file = csv([
    { Handle: 'plain', Title: 'Plain' },
    { Handle: 'image', Title: 'Image', 'Image Src': baseUrl + GONE, 'Variant Image': GONE },
    { Handle: 'text', Title: 'Text', 'Body (HTML)': `<p>Soft</p>${image}` },
    {
      Handle: coat.slug,
      Title: coat.name,
      'Variant SKU': coat.variants[0]?.sku,
      ...SMALL,
      'Body (HTML)': `<p>Kept</p>${image}`,
    },
  ]);
  const reason = `${baseUrl}${GONE}: That image is no longer here. Please upload it again.`;
  const problems = [
    { line: 3, reason },
    { line: 3, reason: reason.replace(baseUrl, '') },
    { line: 4, reason },
    { line: 5, reason },
  ];
  const dry = await runImport(file, { dryRun: 'true' });
  expect(dry).toMatchObject({ status: 'done', result: { added: 3, changed: 1, toFetch: 0 } });
  expect(dry.problems).toEqual(problems);
  const job = await runImport(file);
  expect(job).toMatchObject({ status: 'done', result: { added: 3, changed: 1, refused: 0 } });
  expect(job.problems).toEqual(problems);
  expect((await descriptionOf('text')).html).toBe('<p>Soft</p>');
});

test('the import and its dry run name each image of a description that no shop can show', async () => {
  const { ctx } = shop.context;
  const photo = await imagesOf.jpeg(60, 40);
  const asked: string[] = [];
  ctx.remoteFiles = {
    async fetch(address) {
      asked.push(address);
      return photo;
    },
  };
  // As browsers write them.
  const refused = [
    'pictures/a.jpg',
    '/a.jpg',
    'https://me:secret@elsewhere.example/a.jpg',
    'data:image/png;base64,AAAA',
    'ftp://elsewhere.example/a.jpg',
    'file:///a.jpg',
    'javascript:x',
  ];
  const html = refused.map((src) => `<img src="${src}">`).join('');
  const shown = '<img src="//elsewhere.example/a.jpg"><img src="//i.ibb.co/a.jpg">';
  const file = csv([
    { Handle: 'plain', Title: 'Plain', 'Image Src': '//elsewhere.example/b.jpg' },
    { Handle: 'text', Title: 'Text', 'Body (HTML)': `<p>Soft</p>${html}${shown}` },
  ]);
  const problems = refused.map((src) => ({
    line: 3,
    reason: expect.stringContaining(`${src}: An image must be one of this shop, or at an http`),
  }));
  const dry = await runImport(file, { dryRun: 'true' });
  expect(dry).toMatchObject({ status: 'done', result: { added: 2, toFetch: 2 } });
  expect(dry.problems).toEqual(problems);
  const job = await runImport(file, { images: 'stay' });
  expect(job).toMatchObject({ status: 'done', result: { added: 2, toFetch: 2 } });
  expect(job.problems).toEqual(problems);
  expect(asked.toSorted()).toEqual(
    ['a', 'b'].map((name) => `https://elsewhere.example/${name}.jpg`),
  );
  const { shown: images } = await descriptionOf('text');
  expect(images.map(({ url }) => url).sort()).toEqual([
    expect.stringMatching(/^\/uploads\//),
    'https://i.ibb.co/a.jpg',
  ]);
});

test('an image of a shop whose address begins with that of this shop is fetched', async () => {
  const { ctx } = shop.context;
  const photo = await imagesOf.jpeg(60, 40);
  const asked: string[] = [];
  ctx.baseUrl = 'https://shop.com';
  ctx.remoteFiles = {
    async fetch(address) {
      asked.push(address);
      return photo;
    },
  };
  const longer = 'https://shop.com.au/a.jpg';
  const own = 'https://shop.com/a.jpg';
  const body = `<p>Soft</p><img src="${longer}"><img src="${own}">`;
  const job = await runImport(csv([{ Handle: 'soft', Title: 'Soft', 'Body (HTML)': body }]));
  expect(asked).toEqual([longer]);
  expect(job.problems).toEqual([{ line: 2, reason: expect.stringContaining(`${own}: An image`) }]);
});

test('a description that is too long with its images is refused in the dry run too, and nothing of the product changes', async () => {
  const { ctx } = shop.context;
  const asked: string[] = [];
  // Its height has a digit more than a dry run expects.
  const tall = await imagesOf.jpeg(100, 1_000);
  ctx.remoteFiles = {
    async fetch(address) {
      asked.push(address);
      return tall;
    },
  };
  const goods = editor(shop, admin);
  const coat = await goods.coat('Long Coat');
  const text = '<p>Good <em>old</em> text</p>';
  await goods.edit(coat.id, { descriptionHtml: text });
  const image = `<img src="/uploads/${'0'.repeat(32)}-800.webp" alt="" width="800" height="800" loading="lazy" decoding="async">`;
  const fileOf = (length: number, handle = coat.slug, title = 'Longer Coat') => {
    const words = 'x'.repeat(length - '<p></p>'.length - image.length);
    const body = `<p>${words}</p><img src="${ELSEWHERE}">`;
    const sku = handle === coat.slug ? coat.variants[0]?.sku : `${handle}-1`;
    const cells = { Handle: handle, Title: title, 'Variant SKU': sku, 'Body (HTML)': body };
    return csv([{ ...cells, ...SMALL }]);
  };
  const nameOf = async () => (await query('select name from products where id = $1', [coat.id]))[0];
  const tooLong = 'The description has more than 30,000 characters with its formatting.';
  for (const dryRun of ['true', 'false']) {
    const job = await runImport(fileOf(30_001), { dryRun });
    expect(job).toMatchObject({ status: 'done', result: { changed: 0, refused: 1, toFetch: 0 } });
    expect(job.problems).toEqual([
      expect.objectContaining({ line: 2, reason: `${coat.slug}: ${tooLong}` }),
    ]);
  }
  expect(asked).toEqual([]);
  expect((await descriptionOf(coat.slug)).html).toBe(text);
  expect(await nameOf()).toEqual({ name: 'Long Coat' });

  // Only its images tell that it is too long.
  const job = await runImport(fileOf(30_000));
  expect(job).toMatchObject({ status: 'done', result: { changed: 1, refused: 0, fetched: 1 } });
  const reason = `${tooLong} The product keeps the description that it has.`;
  expect(job.problems).toEqual([{ line: 2, reason }]);
  expect((await descriptionOf(coat.slug)).html).toBe(text);
  expect(await nameOf()).toEqual({ name: 'Longer Coat' });

  const fitting = await runImport(fileOf(29_999));
  expect(fitting).toMatchObject({ problemCount: 0, result: { changed: 1 } });
  expect((await descriptionOf(coat.slug)).shown).toHaveLength(1);
});
