import { describe, expect, test } from 'vitest';
import { RemoteFileError } from '#adapters/remote-files/port.ts';
import { exportProducts } from '#features/exports/exports.ts';
import { editProduct, listImportItems } from '#features/product-management/product-management.ts';
import { listItems } from '#features/staff-jobs/staff-jobs.ts';
import { changedItems } from '#web/changed-fields.ts';
import { stock } from '../support/goods.ts';
import { imagesOf } from '../support/images.ts';
import {
  admin,
  form,
  many,
  query,
  runImport,
  shop,
  shopForEachTest,
  start,
} from '../support/importing.ts';
import { csv } from '../support/product-csv.ts';
import { actorOf } from '../support/shop.ts';

shopForEachTest();

describe('who imports', () => {
  test('is staff: nobody else gets a byte of a file read', async () => {
    const sam = await shop.shopper('Sam Customer');
    for (const [person, status] of [
      [shop.guest(), 401],
      [sam, 403],
    ] as const) {
      const response = await person.post('/api/v1/imports', form(many(1)));
      expect(response.status).toBe(status);
    }
    expect(await query('select * from staff_files')).toEqual([]);
    const response = await admin.post('/api/v1/imports', form('{"no": "table"}'));
    expect((await response.json()).detail).toMatch(
      /^This is not a product file.* Please choose another file\.$/,
    );
    const job = await start(many(1));
    for (const verb of ['cancel', 'pause', 'resume', 'undo']) {
      expect((await sam.post(`/api/v1/jobs/${job._id}/${verb}`, {})).status).toBe(403);
    }
    expect(
      await query("select actor, action, subject from audit_log where action like 'job.%'"),
    ).toEqual([{ actor: admin.id, action: 'job.start', subject: job._id }]);
  });
});

const WOO = `ID,Type,SKU,Name,Published,Description,In stock?,Stock,Weight (kg),Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
10,variable,HOODIE,"Hoodie, warm",1,<b>Soft</b>\\nand warm,1,,0.5,,,"Clothing > Jersey",winter,/pictures/hoodie.webp,,Colour,"Blue, Red",Size,"S, M"
11,simple,CAP,Cap,1,A cap.,1,5,0.1,12.50,15,Clothing,,,,,,,
12,variation,HOODIE-B,"Hoodie, warm - Blue",1,,1,4,0.5,,45,,,,HOODIE,Colour,Blue,Size,S
13,variation,HOODIE-R,"Hoodie, warm - Red",1,,1,2,0.55,40,45,,,,id:10,Colour,Red,Size,M
14,grouped,SET,A set,1,,1,,,,,,,,,,,,
15,variation,LOST,Lost,1,,1,1,,,9,,,,NOBODY,Colour,Red,,
`;

describe('a dry run', () => {
  test('lists first what an SKU finds and not its handle, wherever it is in the file', async () => {
    await runImport(many(3));
    const file = many(4, (i) => ({
      'Variant Price': '12',
      ...(i === 2 ? { Handle: 'other' } : {}),
    }));
    const dry = await runImport(file, { dryRun: 'true' });
    expect(dry).toMatchObject({ status: 'done', result: { added: 1, changed: 3 } });
    const { ctx } = shop.context;
    const items = await listItems(ctx, actorOf(admin, 'admin'), dry._id, { outcome: 'changed' }, 9);
    const listed = changedItems(items);
    expect(listed.map(({ label, foundBy }) => [label, foundBy])).toEqual([
      ['Product 2', { sku: 'SKU-2', handle: 'other' }],
      ['Product 0', undefined],
      ['Product 1', undefined],
    ]);
    expect(listed[0]?.fields.map((field) => field.label)).toContain('Price');
    expect(JSON.stringify(listed[0]?.fields)).not.toContain('foundBySku');
    // A former handle is its own, too.
    await query("update products set slug = 'renamed' where slug = 'p-1' returning id").then(
      ([{ id }]) => query("insert into product_slugs (slug, product_id) values ('p-1', $1)", [id]),
    );
    const again = await runImport(
      many(3, () => ({ 'Variant Price': '13' })),
      { dryRun: 'true' },
    );
    const found = await listItems(
      ctx,
      actorOf(admin, 'admin'),
      again._id,
      { outcome: 'changed' },
      9,
    );
    expect(changedItems(found).map(({ foundBy }) => foundBy)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('says what the import then does, of every kind of file', async () => {
    await stock(shop, { name: 'Two', variants: [{ sku: 'SKU-2', inventory: 9 }] });
    const file = many(6, (i) => (i === 4 ? { 'Variant Price': 'free' } : {}));
    const table = 'Product;Number;Net price;Units\nTee;T-1;10;4\nCup;C-1;x;1\n';
    const mapping = JSON.stringify({
      Title: 'Product',
      'Variant SKU': 'Number',
      'Variant Price': 'Net price',
      'Variant Inventory Qty': 'Units',
    });
    for (const [wrong, problem] of [
      ['Title', 'mapping: It has to be JSON such as'],
      ['{"Title":1}', 'mapping: It has to be JSON such as'],
      ['{"Nope":"Product"}', 'mapping: The shop has no column "Nope". It has Handle, Title,'],
      ['{"Title":"NotThere"}', 'mapping: The file has no column "NotThere".'],
    ] as const) {
      const refused = await admin.post('/api/v1/imports', form(table, { mapping: wrong }));
      expect([refused.status, (await refused.json()).detail]).toEqual([
        ...[422, expect.stringContaining(problem)],
      ]);
    }
    for (const [text, fields, expected] of [
      [file, {}, { added: 4, changed: 1, unchanged: 0, refused: 1 }],
      [WOO, {}, { added: 2, changed: 0, unchanged: 0, refused: 1 }],
      [table, { mapping }, { added: 1, changed: 0, unchanged: 0, refused: 1 }],
    ] as const) {
      const before = await query('select count(*) from products');
      const dry = await runImport(text, { ...fields, dryRun: 'true' });
      expect(dry).toMatchObject({ status: 'done', result: expected });
      expect(await query('select count(*) from products')).toEqual(before);
      const done = await runImport(text, fields);
      expect(done).toMatchObject({ status: 'done', done: dry.total, result: dry.result });
      expect(done.problems).toEqual(dry.problems);
      // The second time, all of it is there.
      const again = await runImport(text, fields);
      expect(again.result).toMatchObject({ added: 0, changed: 0, refused: expected.refused });
    }
    expect(
      await query(`select p.name, p.category, p.descriptions, p.description_html as html, v.sku, v.size, v.colour as color, v.on_hand,
        coalesce(v.price_minor, p.price_minor) as price, v.weight_grams as grams
        from products p join variants v on v.product_id = p.id where p.slug like 'hoodie%' order by sku`),
    ).toMatchObject([
      {
        name: 'Hoodie, warm',
        category: 'Jersey',
        descriptions: 'Soft\nand warm',
        html: '<strong>Soft</strong>\nand warm',
        color: 'Blue',
      },
      { sku: 'HOODIE-R', size: 'M', color: 'Red', on_hand: 2, price: '4000', grams: 550 },
    ]);
  });

  test('shows each difference, and an import changes only what the file has columns for', async () => {
    const coat = await stock(shop, {
      name: 'Coat',
      variants: [
        { sku: 'C-S', size: 'S', inventory: 4 },
        { sku: 'C-M', size: 'M', inventory: 5 },
      ],
    });
    const actor = actorOf(admin, 'admin');
    const { ctx } = shop.context;
    await editProduct(ctx, actor, coat.id, 1, { material: 'Wool', tags: ['warm'] });
    const file = 'Variant SKU,Variant Price,Variant Inventory Qty\nC-S,25.00,7\nNONE,1.00,1\n';
    const mapping = JSON.stringify({
      'Variant SKU': 'Variant SKU',
      'Variant Price': 'Variant Price',
      'Variant Inventory Qty': 'Variant Inventory Qty',
    });
    const dry = await runImport(file, { dryRun: 'true', mapping });
    expect(await query('select label, outcome, differences from staff_job_items')).toEqual([
      {
        label: 'Coat',
        outcome: 'changed',
        differences: {
          'C-S available': [4, 7],
          'C-S priceMinor': [2_000, 2_500],
        },
      },
    ]);
    expect(dry.problems).toEqual([{ line: 3, reason: expect.stringContaining('"NONE"') }]);
    await runImport(file, { mapping });
    expect(
      await query(
        `select v.sku, v.on_hand, coalesce(v.price_minor, p.price_minor) as price, p.material
        from variants v join products p on p.id = v.product_id where p.id = $1 order by sku`,
        [coat.id],
      ),
    ).toEqual([
      { sku: 'C-M', on_hand: 5, price: String(coat.priceMinor), material: 'Wool' },
      { sku: 'C-S', on_hand: 7, price: '2500', material: 'Wool' },
    ]);
    expect(
      await query("select detail from audit_log where action = 'product.import'"),
    ).toMatchObject([{ detail: { changed: { 'C-S available': [4, 7] } } }]);
    // Prices for all variants, in rows of their own, are in the end the product's.
    const prices = () =>
      query(
        `select p.price_minor::int as of_product, array_agg(v.price_minor::int order by sku) as own
        from products p join variants v on v.product_id = p.id where p.id = $1 group by p.id`,
        [coat.id],
      );
    await runImport('SKU,Price\nC-S,30.00\nC-M,30.00\n');
    expect(await prices()).toEqual([{ of_product: 3_000, own: [null, null] }]);
    const table = 'SKU,Price\nC-S,31.00\nC-M,32.00\n';
    // Both rows are of one product, whose variants paid its price until now.
    const check = await runImport(table, { dryRun: 'true' });
    const done = await runImport(table);
    const listed = await Promise.all(
      [check, done].map(({ _id }) =>
        listImportItems(
          shop.context.ctx,
          actorOf(admin, 'admin'),
          _id,
          { outcome: 'changed', after: null },
          9,
        ),
      ),
    );
    for (const [at, { result }] of [check, done].entries()) {
      expect(result).toMatchObject({ changed: 1, unchanged: 0 });
      expect(listed[at]).toMatchObject([
        { label: 'Coat', differences: { 'C-M priceMinor': [3_000, 3_200] } },
      ]);
    }
    expect((await runImport(table)).result).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await prices()).toEqual([{ of_product: 3_100, own: [3_200, null] }]);
  });

  test('of a table that nobody knows fails with the columns to choose', async () => {
    const job = await runImport('a,b,c\n1,2,3\n', { dryRun: 'true' });
    expect(job).toMatchObject({ status: 'failed', failure: expect.stringContaining('columns') });
  });
});

test('the lines that were left out come as a file, which can be corrected and imported', async () => {
  const file = csv([
    { Handle: 'good', Title: 'Good' },
    {
      Handle: 'bad',
      Title: 'Bad',
      'Option1 Name': 'Size',
      'Option1 Value': '@X',
      'Body (HTML)': '=1',
      Tags: "'+tag,a;=b",
    },
    {
      ...{ Handle: 'bad', Title: '', 'Option1 Value': 'M', 'Variant Price': 'free' },
      'Variant Inventory Qty': '-3',
    },
    { Handle: 'last', Title: 'Last', 'Variant Price': '=2' },
  ]);
  // Empty cells beyond the heading are not in that file: its own columns come there.
  const wide = 'wide,Wide,,Cloths,,,,,,,,1,,alt,shown,"=more"\n';
  const job = await runImport(`${file.replace(/\n$/, ',,\n')}${wide}`);
  expect(job.problems.map(({ line }) => line)).toEqual([4, 5, 6]);
  const response = await admin.get(`/api/v1/jobs/${job._id}/problems.csv`);
  const left = await response.text();
  expect(left.trim().split('\r\n')).toEqual([
    expect.stringMatching(/^Handle,Title,.*,Line,Problem$/),
    expect.stringMatching(/^bad,Bad,'=1,Cloths,"'\+tag,a;'=b",Size,'@X,.*,3,$/),
    expect.stringMatching(/^bad,,.*,-3,.*,4,"""free"" is not a price for bad/),
    expect.stringMatching(/^last,Last,.*,5,"""=2"" is not a price/),
    // Cells beyond the heading shift no others, and the row is refused again until it is corrected.
    expect.stringMatching(/^wide,Wide,.*,alt,shown,6,"?The row has 16 cells[^"]*"?,'=more$/),
  ]);
  // More problems than are stored are counted all the same, and the file says so.
  const count = (problems: number) =>
    query('update staff_jobs set problem_count = $2 where id = $1', [job._id, problems]);
  await count(100_000);
  const path = `/api/v1/jobs/${job._id}/problems.csv`;
  expect(await (await admin.get(path)).text()).toBe(left);
  await count(100_001);
  const more = await (await admin.get(path)).text();
  expect(more.split('\r\n').slice(0, 3)).toEqual(left.split('\r\n').slice(0, 3));
  expect(more).toMatch(
    /,6,[^\n]* Only the first 100,000 of 100,001 problems are kept[^\n]*,'=more\r\n$/,
  );
  const mended = more.replaceAll('free', '12').replaceAll("'=2", '13');
  expect(await runImport(mended)).toMatchObject({ result: { added: 2, refused: 1 } });
  const [bad] = await query("select id, descriptions, tags from products where slug = 'bad'");
  expect(bad).toMatchObject({ descriptions: '=1', tags: ['+tag', 'a;=b'] });
  const ofBad = 'select size from variants where product_id = $1 order by size';
  expect(await query(ofBad, [bad?.id])).toEqual([{ size: '@X' }, { size: 'M' }]);
});

test('images are fetched from where they are, once, and a failure is a problem of its line', async () => {
  const { ctx } = shop.context;
  const asked: string[] = [];
  const photo = await imagesOf.jpeg();
  ctx.remoteFiles = {
    async fetch(url) {
      asked.push(url);
      if (url.includes('inside')) throw new RemoteFileError('inside.example is no public address.');
      return photo;
    },
  };
  const image = (name: string) => ({ 'Image Src': `https://${name}.example/a.jpg` });
  const file = csv([
    { Handle: 'a', Title: 'A', ...image('outside'), 'Image Alt Text': 'Front' },
    { Handle: 'b', Title: 'B', ...image('inside') },
    ...['c', 'd', 'e'].map((name) => ({ Handle: name, Title: name, ...image('shared') })),
  ]);
  const job = await runImport(file);
  expect(job).toMatchObject({ status: 'done', result: { added: 5, toFetch: 5, fetched: 5 } });
  expect(asked.filter((url) => url.includes('shared'))).toHaveLength(1);
  expect(job.problems).toEqual([{ line: 3, reason: expect.stringContaining('no public address') }]);
  expect(
    await query(`select p.slug, i.alt, u.used_at is not null as used from product_images i
      join products p on p.id = i.product_id join uploads u on u.url = i.url where p.slug in ('a', 'b')`),
  ).toEqual([{ slug: 'a', alt: 'Front', used: true }]);
  const again = await runImport(file);
  expect(again.result).toMatchObject({ added: 0, unchanged: 4, changed: 1 });
  expect(asked.filter((url) => url.includes('outside'))).toHaveLength(1);
});

test('an image that cannot be fetched is a problem of the line that names it', async () => {
  const { ctx } = shop.context;
  const photo = await imagesOf.jpeg();
  ctx.remoteFiles = {
    async fetch(url) {
      if (url.includes('broken')) throw new RemoteFileError(`${url} is broken.`);
      return photo;
    },
  };
  const image = (name: string) => ({
    ...{ Handle: 'a', Title: '', Type: '', 'Variant Price': '' },
    'Image Src': `https://${name}.example/a.jpg`,
  });
  const sized = (size: string, name: string) => ({
    ...{ Handle: 'a', 'Option1 Name': 'Size', 'Option1 Value': size, 'Variant SKU': `A-${size}` },
    'Variant Image': `https://${name}.example/${size}.jpg`,
  });
  const file = csv([
    { ...sized('S', 'fine'), Title: 'A', 'Image Src': 'https://fine.example/a.jpg' },
    image('broken'),
    { ...sized('M', 'broken'), Title: '' },
    image('other'),
    { ...image('gone'), 'Image Src': '/uploads/gone-00000000.webp' },
    image('broken-too'),
    image('broken'),
  ]);
  const dry = await runImport(file, { dryRun: 'true' });
  expect(dry.problems).toEqual([{ line: 6, reason: expect.stringContaining('no longer here') }]);
  const job = await runImport(file);
  expect(job).toMatchObject({ status: 'done', result: { added: 1, fetched: 1 } });
  expect(
    job.problems.map(({ line, reason }) => [line, reason.slice(0, reason.indexOf(': '))]),
  ).toEqual([
    [3, 'https://broken.example/a.jpg'],
    [4, 'https://broken.example/M.jpg'],
    [6, '/uploads/gone-00000000.webp'],
    [7, 'https://broken-too.example/a.jpg'],
  ]);
  const [{ count }] = await query('select count(*)::int from product_images');
  expect(count).toBe(2);
});

test('an upload of the shop is known by its whole address, which an export has, and a missing one loses no product', async () => {
  const { ctx } = shop.context;
  const image = (address: string) => ({ 'Image Src': address });
  const photo = await imagesOf.jpeg();
  ctx.remoteFiles = { fetch: async () => photo };
  await runImport(csv([{ Handle: 'a', Title: 'A', ...image('https://outside.example/a.jpg') }]));
  const [own] = await query('select url from product_images');
  const file = csv([
    { Handle: 'own', Title: 'Own', ...image(`${ctx.baseUrl}${own?.url}`) },
    { Handle: 'gone', Title: 'Gone', ...image('/uploads/gone-00000000.webp') },
  ]);
  const job = await runImport(file);
  expect(job).toMatchObject({ status: 'done', result: { added: 2 } });
  expect(job.problems).toEqual([{ line: 3, reason: expect.stringContaining('no longer here') }]);
  expect(
    await query(`select p.slug, i.url from products p left join product_images i on i.product_id = p.id
      where p.slug in ('own', 'gone') order by p.slug`),
  ).toEqual([
    { slug: 'gone', url: null },
    { slug: 'own', url: own?.url },
  ]);
  // A product of the shop keeps the image that it has.
  const again = await runImport(csv([{ Handle: 'own', ...image('/uploads/gone-00000000.webp') }]));
  expect(again).toMatchObject({ result: { changed: 0 }, problems: [{ line: 2 }] });
  expect(
    await query(`select i.url from product_images i join products p on p.id = i.product_id
    where p.slug = 'own'`),
  ).toEqual([{ url: own?.url }]);
  let exported = '';
  for await (const part of exportProducts(ctx, actorOf(admin, 'admin'), {})) exported += part;
  expect(exported).toContain(`${ctx.baseUrl}${own?.url}`);
});
