import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RemoteFileError } from '#adapters/remote-files/port.ts';
import { submitOrder } from '#features/checkout/checkout.ts';
import { exportProducts } from '#features/exports/exports.ts';
import { editProduct } from '#features/product-management/product-management.ts';
import { addJob, keepFile, runNextJob } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import { editor } from '../support/editing.ts';
import { stock } from '../support/goods.ts';
import { imagesOf } from '../support/images.ts';
import { type Cells, csv } from '../support/product-csv.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/verify-ledger.ts';

let shop: TestShop;
let admin: Client;

beforeEach(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterEach(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const never = new AbortController().signal;
const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows;
const runJob = () => runNextJob(shop.context.ctx, jobRunners, never);

function form(file: string, fields: Record<string, string> = {}): FormData {
  const sent = new FormData();
  for (const [name, value] of Object.entries(fields)) sent.append(name, value);
  sent.append('file', new File([file], 'goods.csv', { type: 'text/csv' }));
  return sent;
}

interface Job {
  _id: string;
  status: string;
  done: number;
  total: number | null;
  problems: { line: number | null; reason: string }[];
  problemCount: number;
  failure: string | null;
  result: Record<string, number>;
  notUndone: { name: string; reason: string }[];
}

async function start(file: string, fields: Record<string, string> = {}): Promise<Job> {
  const response = await admin.post('/api/v1/imports', form(file, fields));
  const body = await response.json();
  expect([response.status, body.detail]).toEqual([201, undefined]);
  return body;
}

const find = async ({ _id }: Pick<Job, '_id'>): Promise<Job> =>
  (await admin.get(`/api/v1/jobs/${_id}`)).json();
const act = async ({ _id }: Pick<Job, '_id'>, verb: string) =>
  admin.post(`/api/v1/jobs/${_id}/${verb}`, {});

async function runImport(file: string, fields: Record<string, string> = {}): Promise<Job> {
  const job = await start(file, fields);
  expect(await runJob()).toBe(true);
  return find(job);
}

const many = (count: number, cells: (i: number) => Cells = () => ({})) =>
  csv(
    Array.from({ length: count }, (_, i) => ({
      Handle: `p-${i}`,
      Title: `Product ${i}`,
      'Variant SKU': `SKU-${i}`,
      'Variant Inventory Qty': '3',
      ...cells(i),
    })),
  );

describe('who imports', () => {
  test('is staff: nobody else gets a byte of a file read', async () => {
    const sam = await shop.shopper('Sam Customer');
    for (const [person, status] of [
      [shop.visitor(), 401],
      [sam, 403],
    ] as const) {
      const response = await person.post('/api/v1/imports', form(many(1)));
      expect(response.status).toBe(status);
    }
    expect(await query('select * from staff_files')).toEqual([]);
    const response = await admin.post('/api/v1/imports', form('{"no": "table"}'));
    expect((await response.json()).detail).toContain('This is not a product file');
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
        differences: expect.objectContaining({ 'C-S available': [4, 7] }),
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
      'Option1 Value': 'S',
      'Body (HTML)': '=1',
    },
    { Handle: 'bad', Title: '', 'Option1 Value': 'M', 'Variant Price': 'free' },
    { Handle: 'last', Title: 'Last', 'Variant Price': '=2' },
  ]);
  const job = await runImport(file);
  expect(job.problems.map(({ line }) => line)).toEqual([4, 5]);
  const response = await admin.get(`/api/v1/jobs/${job._id}/problems.csv`);
  const left = await response.text();
  expect(left.trim().split('\r\n')).toEqual([
    expect.stringMatching(/^Handle,Title,.*,Line,Problem$/),
    expect.stringMatching(/^bad,Bad,.*,3,$/),
    expect.stringMatching(/^bad,,.*,4,"""free"" is not a price for bad/),
    expect.stringMatching(/^last,Last,.*,5,"""=2"" is not a price/),
  ]);
  const mended = left.replaceAll('free', '12').replaceAll('=2', '13');
  expect(await runImport(mended)).toMatchObject({ result: { added: 2, refused: 0 } });
});

describe('an import that is stopped', () => {
  const COUNT = 2_600;
  const countRows = async () => ({
    products: Number((await query('select count(*) from products'))[0]?.count),
    stock: Number((await query('select sum(quantity) from stock_movements'))[0]?.sum),
  });
  const whole = { products: COUNT, stock: COUNT * 3 };

  test('by killing its process goes on in another one, without loss or doubles', async () => {
    const job = await start(many(COUNT));
    const connection = JSON.stringify(shop.database.connection);
    const child = spawn(
      process.execPath,
      ['test/support/job-process.ts', connection, shop.dataDir],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const ended = once(child, 'exit');
    await expect
      .poll(async () => (await find(job)).done, { timeout: 40_000, interval: 5 })
      .toBeGreaterThan(0);
    child.kill('SIGKILL');
    await ended;
    const { done, status } = await find(job);
    expect(status).toBe('running');
    expect(done).toBeLessThan(COUNT);
    // Nobody else takes it before its lease ends.
    expect(await runJob()).toBe(false);
    await query("update staff_jobs set lease_until = now() - interval '1 second'");
    expect(await runJob()).toBe(true);
    expect(await find(job)).toMatchObject({
      status: 'done',
      done: COUNT,
      result: { added: COUNT, changed: 0, unchanged: 0 },
    });
    expect(await countRows()).toEqual(whole);
  });

  test('by hanging commits nothing more once another process has it', async () => {
    const job = await start(many(COUNT));
    const hanging = await shop.beside();
    // Its inserts wait for this lock.
    const blocker = await shop.database.pool.connect();
    await blocker.query('begin; lock table products in share mode');
    const first = runNextJob(hanging.ctx, jobRunners, never);
    const waits = async () =>
      query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
    await expect.poll(waits).toHaveLength(1);
    await query("update staff_jobs set lease_until = now() - interval '1 second'");
    const second = runJob();
    await expect.poll(waits).toHaveLength(2);
    await blocker.query('commit');
    blocker.release();
    await Promise.all([first, second]);
    expect(await find(job)).toMatchObject({ status: 'done', result: { added: COUNT } });
    expect(await countRows()).toEqual(whole);
  });

  test('by staff goes on when it is resumed, or stays as it is when it is cancelled', async () => {
    const job = await start(many(COUNT));
    const stopAfterFirst = (verb: string) => async () => {
      const running = runJob();
      const { done } = await find(job);
      await expect.poll(async () => (await find(job)).done, { interval: 5 }).toBeGreaterThan(done);
      await act(job, verb);
      await running;
    };
    await stopAfterFirst('pause')();
    const paused = await find(job);
    expect(paused.status).toBe('paused');
    expect(await runJob()).toBe(false);
    expect((await act(job, 'resume')).status).toBe(200);
    await stopAfterFirst('cancel')();
    const { status, done } = await find(job);
    expect(status).toBe('cancelled');
    expect(done).toBeGreaterThan(paused.done);
    expect((await countRows()).products).toBe(done);
    expect((await act(job, 'resume')).status).toBe(409);
    // The shop's end stops a job, too, and another process goes on at once.
    const other = await start(many(COUNT));
    const closing = new AbortController();
    closing.abort();
    expect(await runNextJob(shop.context.ctx, jobRunners, closing.signal)).toBe(true);
    expect((await find(other)).status).toBe('running');
    expect(await runJob()).toBe(true);
    expect(await find(other)).toMatchObject({ status: 'done', result: { unchanged: done } });
    expect(await countRows()).toEqual(whole);
  });
});

describe('the undo of an import', () => {
  test('takes back all but what was sold or edited since, and names that', async () => {
    const { ctx } = shop.context;
    const actor = actorOf(admin, 'admin');
    await stock(shop, { name: 'Earlier', variants: [{ sku: 'E-1', inventory: 4 }] });
    const contentOf = async () => {
      let text = '';
      for await (const part of exportProducts(ctx, actor, { status: 'active' })) text += part;
      return text;
    };
    const before = await contentOf();
    const rows: Cells[] = ['kept', 'sold', 'edited', 'counted'].map((name) => ({
      Handle: name,
      Title: name,
      'Variant SKU': name,
      'Variant Inventory Qty': '5',
    }));
    const changed = {
      Handle: 'earlier',
      Title: 'Changed',
      'Variant SKU': 'E-1',
      'Variant Price': '99',
    };
    const file = csv([
      ...rows,
      { ...changed, 'Variant Inventory Qty': '1', 'Body (HTML)': 'Other' },
    ]);
    const job = await runImport(file);
    expect(job.result).toMatchObject({ added: 4, changed: 1 });
    const idOf = async (slug: string) =>
      (await query('select id from products where slug = $1', [slug]))[0]?.id;
    const sam = await shop.shopper('Sam Buyer');
    const cart = [{ _id: await idOf('sold'), quantity: 1 }];
    await submitOrder(ctx, actorOf(sam), { cart, city: 'Dhaka' }, 'first');
    await editProduct(ctx, actor, await idOf('edited'), 1, { material: 'Silk' });
    const adjustment = { sku: 'counted', quantity: 2, reason: 'received' };
    const key = { 'idempotency-key': 'count' };
    expect((await admin.post('/api/v1/stock-adjustments', adjustment, key)).status).toBeLessThan(
      300,
    );

    expect((await act(job, 'undo')).status).toBe(200);
    expect(await runJob()).toBe(true);
    const undone = await find(job);
    expect(undone).toMatchObject({ status: 'undone', done: 5, total: 5 });
    expect(undone.notUndone.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'counted', reason: 'Its stock has been changed since.' },
      { name: 'edited', reason: 'It has been edited since.' },
      { name: 'sold', reason: 'It has been sold since.' },
    ]);
    expect(await query("select slug, status from products where slug = 'kept'")).toEqual([
      { slug: 'kept', status: 'archived' },
    ]);
    const left = (await contentOf())
      .split('\r\n')
      .filter((line) => !/^(?:counted|edited|sold),/.test(line));
    expect(left.join('\r\n')).toBe(before);

    // The same file can be imported again: what was taken back comes back.
    const again = await runImport(file);
    expect(again).toMatchObject({ status: 'done', result: { added: 0, refused: 0 } });
    expect(await query("select on_hand, active from variants where sku = 'kept'")).toEqual([
      { on_hand: 5, active: true },
    ]);
  });
});

test('descriptions, views of images and related products are compared, changed and taken back', async () => {
  const goods = editor(shop, admin);
  const scarf = await stock(shop, { name: 'Scarf', variants: [{ sku: 'S-1', inventory: 1 }] });
  const gone = await stock(shop, { name: 'Gone', variants: [{ sku: 'G-1', inventory: 1 }] });
  const coat = await stock(shop, { name: 'Coat', variants: [{ sku: 'C-1', inventory: 1 }] });
  const view = { focus: { x: 10, y: 20 }, color: 'Red' };
  await goods.edit(coat.id, {
    descriptionHtml: '<p>Old <em>wool</em></p><img src="/pictures/old.webp">',
    images: [{ url: '/pictures/a.webp', alt: 'Front', ...view }],
    related: [scarf.id, gone.id],
  });
  await goods.edit(gone.id, { status: 'archived' });
  const contentOf = async (): Promise<Record<string, unknown>> => {
    const { version: _v, updatedAt: _u, ...content } = await goods.read(coat.id);
    const images = 'select url from description_images where product_id = $1';
    return { ...content, inDescription: await query(images, [coat.id]) };
  };
  const row = (handle: string, sku: string, more: Cells): Cells => ({
    Handle: handle,
    Title: handle.replace(/^./, (first) => first.toUpperCase()),
    'Variant SKU': sku,
    'Variant Inventory Qty': '1',
    'Variant Price': String(Number(coat.priceMinor) / 100),
    ...more,
  });
  const columns = ['Image Focus', 'Image Color', 'Related Handles'];
  const front = { 'Image Src': '/pictures/a.webp', 'Image Alt Text': 'Front' };
  const same = { ...front, 'Image Focus': '10 20', 'Image Color': 'Red' };
  const unchanged = csv(
    [row('coat', 'C-1', { 'Body (HTML)': 'Old wool', ...same, 'Related Handles': 'scarf scarf' })],
    columns,
  );
  await runImport(unchanged);
  const before = await contentOf();
  expect(before).toMatchObject({ images: [view], related: [scarf.id, gone.id] });
  expect(before.descriptionHtml).toContain('<em>');
  expect((await runImport(unchanged)).result).toMatchObject({ changed: 0, unchanged: 1 });
  // A file without those columns says nothing of them.
  const file = csv([row('coat', 'C-1', { 'Body (HTML)': 'Old wool', ...front })]);
  expect((await runImport(file)).result).toMatchObject({ changed: 0, unchanged: 1 });

  const body =
    '<h2>New</h2><script>x</script><img src="/pictures/new.webp"><img src="//x.example/a">';
  const other = csv(
    [
      row('coat', 'C-1', {
        'Body (HTML)': body,
        ...front,
        'Image Focus': '0 100',
        'Related Handles': 'hat nowhere coat scarf',
      }),
      // It is added after the one that is related to it.
      row('hat', 'H-1', { 'Related Handles': 'coat' }),
    ],
    columns,
  );
  const expected = { added: 1, changed: 1, unchanged: 0, refused: 0 };
  const dry = await runImport(other, { dryRun: 'true' });
  expect(dry.result).toMatchObject(expected);
  const [found] = await query(
    "select differences from staff_job_items where job_id = $1 and outcome = 'changed'",
    [dry._id],
  );
  expect(found.differences).toMatchObject({
    descriptions: [expect.stringContaining('Old wool'), 'New'],
    descriptionHtml: [before.descriptionHtml, expect.stringMatching(/^<h2>New<\/h2><img/)],
    images: [[view], [{ focus: { x: 0, y: 100 } }]],
    related: [['Scarf'], ['hat', 'Scarf']],
  });
  expect(await contentOf()).toEqual(before);

  const job = await runImport(other);
  expect(job).toMatchObject({ status: 'done', result: expected, problemCount: 0 });
  const [hat] = await query("select id from products where slug = 'hat'");
  const changed = await contentOf();
  expect(changed).toMatchObject({
    descriptionHtml: found.differences.descriptionHtml[1],
    images: [{ url: '/pictures/a.webp', alt: 'Front', focus: { x: 0, y: 100 } }],
    related: [hat.id, scarf.id, gone.id],
    inDescription: [{ url: '/pictures/new.webp' }],
  });
  expect(await goods.read(hat.id)).toMatchObject({ related: [coat.id] });
  expect((await runImport(other)).result).toMatchObject({ added: 0, changed: 0, unchanged: 2 });

  // A process that stopped before it related them leaves that to the next one.
  await query('delete from related_products');
  await query(
    `update staff_jobs set status = 'running', finished_at = null,
      checkpoint = '{"phase": "related", "items": 0}' where id = $1`,
    [job._id],
  );
  expect(await runJob()).toBe(true);
  expect(await find(job)).toMatchObject({ status: 'done', problemCount: 0 });
  expect((await goods.read(coat.id)).related).toEqual([hat.id, scarf.id]);

  expect((await act(job, 'undo')).status).toBe(200);
  expect(await runJob()).toBe(true);
  expect(await find(job)).toMatchObject({ status: 'undone', notUndone: [] });
  expect(await contentOf()).toEqual(before);
  expect((await goods.read(hat.id)).status).toBe('archived');
});

test('related products wait for nobody who edits: such a product keeps its own', async () => {
  const goods = editor(shop, admin);
  const one = await stock(shop, { name: 'One', variants: [{ sku: 'O-1', inventory: 1 }] });
  await stock(shop, { name: 'Two', variants: [{ sku: 'T-1', inventory: 1 }] });
  const file =
    'Handle,Variant SKU,Variant Inventory Qty,Title,Variant Price,Related Handles\none,O-1,1,One,10,two\n';
  const job = await runImport(file);
  expect(job.result).toMatchObject({ changed: 1 });
  await goods.edit(one.id, { related: [] });
  await query(
    `update staff_jobs set status = 'running', finished_at = null,
      checkpoint = '{"phase": "related", "items": 0}' where id = $1`,
    [job._id],
  );
  expect(await runJob()).toBe(true);
  const { problems } = await find(job);
  expect(problems).toEqual([{ line: 2, reason: expect.stringContaining('changed the product') }]);
  expect((await goods.read(one.id)).related).toEqual([]);
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
  ]);
  const job = await runImport(file);
  expect(job).toMatchObject({ status: 'done', result: { added: 2, toFetch: 2, fetched: 2 } });
  expect(job.problems).toEqual([{ line: 3, reason: expect.stringContaining('no public address') }]);
  expect(
    await query(`select p.slug, i.alt, u.used_at is not null as used from product_images i
      join products p on p.id = i.product_id join uploads u on u.url = i.url`),
  ).toEqual([{ slug: 'a', alt: 'Front', used: true }]);
  const again = await runImport(file);
  expect(again.result).toMatchObject({ added: 0, unchanged: 1, changed: 1 });
  expect(asked.filter((url) => url.includes('outside'))).toHaveLength(1);
});

test('a job that fails at the same place is given up, and a broken file fails at once', async () => {
  const job = await start(`${many(3)}x,"never closed\n`);
  await runJob();
  expect(await find(job)).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/^Line 5: A quote/),
  });
  expect(await query('select count(*) from products')).toEqual([{ count: '0' }]);
  const { ctx } = shop.context;
  const fileId = await keepFile(ctx, 'test', 'x.csv', new Blob([many(1)]).stream());
  const { id } = await addJob(ctx, 'test', {
    kind: 'import',
    input: {},
    fileId,
    undoable: true,
    about: {},
  });
  const broken = {
    ...jobRunners,
    import: { run: () => Promise.reject(new Error('broken')), undo: async () => {} },
  };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await query('update staff_jobs set lease_until = now() where lease is not null');
    expect(await runNextJob(ctx, broken, never)).toBe(true);
  }
  expect(await find({ _id: id })).toMatchObject({ status: 'failed' });
  expect(await runJob()).toBe(false);
});
