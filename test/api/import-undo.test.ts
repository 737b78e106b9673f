import { describe, expect, test } from 'vitest';
import { submitOrder } from '#features/checkout/checkout.ts';
import { exportProducts } from '#features/exports/exports.ts';
import type { NewCategory } from '#features/product-management/import.schema.ts';
import {
  editProduct,
  foreseeUndo,
  listImportItems,
} from '#features/product-management/product-management.ts';
import { getJob } from '#features/staff-jobs/staff-jobs.ts';
import { editor } from '../support/editing.ts';
import { stock } from '../support/goods.ts';
import {
  act,
  admin,
  find,
  type Job,
  many,
  query,
  runImport,
  runJob,
  shop,
  shopForEachTest,
} from '../support/importing.ts';
import { type Cells, csv } from '../support/product-csv.ts';
import { actorOf } from '../support/shop.ts';

shopForEachTest();

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
    expect(undone.notUndone.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
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

test('categories that only an exported file has are named, added and removed again', async () => {
  const rows = [
    { Handle: 'umbrella', 'Variant SKU': 'U', Category: 'Umbrellas' },
    { Handle: 'parasol', 'Variant SKU': 'P', Category: 'umbrellas' },
    // Its row is wrong, so nothing needs its category.
    { Handle: 'wrong', 'Variant SKU': 'W', Category: 'Wrong', 'Variant Price': 'much' },
    { Handle: 'taken', 'Variant SKU': 'E-1', Category: 'Refused' },
  ];
  await stock(shop, { name: 'Earlier', variants: [{ sku: 'E-1', inventory: 0 }] });
  await stock(shop, { name: 'Taken', variants: [{ sku: 'E-2', inventory: 0 }] });
  const names = async () =>
    (await query('select name, in_menu from categories order by position')).slice(5);
  const logged = async () =>
    (
      await query("select action, detail from audit_log where action like 'category.%' order by id")
    ).map(({ action, detail }) => [action, detail.name]);
  const before = await names();
  const file = csv(rows, ['Product ID', 'Category']);
  const named = [{ id: '', name: 'Umbrellas', isUsed: true }];

  const dry = await runImport(file, { dryRun: 'true' });
  expect(dry.result).toMatchObject({ added: 2, refused: 2 });
  expect(used(dry)).toEqual(named);
  expect(await names()).toEqual(before);

  const job = await runImport(file);
  expect(used(job)).toEqual([{ ...named[0], id: expect.stringMatching(/^cat_/) }]);
  expect(await names()).toEqual([...before, { name: 'Umbrellas', in_menu: false }]);

  // Archived products go to the category that was chosen, whatever its name is by now.
  await query("update categories set name = name || ' and more' where position = 0");
  await act(job, 'undo');
  await runJob();
  const undone = await find(job);
  expect(undone).toMatchObject({ status: 'undone', result: { takenBack: 2, kept: 0 } });
  expect(undone.result).not.toHaveProperty('keptCategories');
  expect(await names()).toEqual(before);
  expect(await logged()).toEqual([
    ['category.add', 'Umbrellas'],
    ['category.add', 'Refused'],
    ['category.remove', 'Refused'],
    ['category.remove', 'Umbrellas'],
  ]);

  // In a file of another shop, the column may mean anything.
  const foreign = await runImport(csv(rows.slice(0, 1), ['Category']));
  expect(foreign.problems[0]?.reason).toContain('There is no category "Umbrellas".');
  // What was archived comes back, and so does its category; a product keeps it from then on.
  const again = await runImport(file);
  expect(used(again)).toMatchObject([{ name: 'Umbrellas' }]);
  await query("update products set version = version + 1 where slug = 'umbrella'");
  await act(again, 'undo');
  await runJob();
  const id = used(again)[0]?.id;
  const kept = { kept: 1, keptCategories: [{ id, name: 'Umbrellas' }] };
  expect((await find(again)).result).toMatchObject(kept);
  // Another undo can remove it, and then nothing says that it stays.
  await query("update products set version = version - 1 where slug = 'umbrella'");
  await act(again, 'undo');
  await runJob();
  expect((await find(again)).result).toMatchObject({ kept: 0, keptCategories: [] });
});

const used = ({ result }: Pick<Job, 'result'>) =>
  (result.newCategories as unknown as NewCategory[]).filter(({ isUsed }) => isUsed);

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
    '<h2>New</h2><script>x</script><img src="/pictures/new.webp"><img src="ftp://x.example/a">';
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
      // Refused, so it says nothing of the coat.
      row('coat', 'C-1', { 'Related Handles': 'hat' }),
    ],
    columns,
  );
  const expected = { added: 1, changed: 1, unchanged: 0, refused: 1 };
  const dry = await runImport(other, { dryRun: 'true' });
  expect(dry.result).toMatchObject(expected);
  const problems = [
    { line: 2, reason: expect.stringContaining('ftp://x.example/a: An image must') },
    { line: 4, reason: expect.stringContaining('line 2 of the file has the') },
  ];
  expect(dry.problems).toEqual(problems);
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
  expect(job).toMatchObject({ status: 'done', result: expected, problems });
  const [hat] = await query("select id from products where slug = 'hat'");
  const changed = await contentOf();
  expect(changed).toMatchObject({
    descriptionHtml: found.differences.descriptionHtml[1],
    images: [{ url: '/pictures/a.webp', alt: 'Front', focus: { x: 0, y: 100 } }],
    related: [hat.id, scarf.id, gone.id],
    inDescription: [{ url: '/pictures/new.webp' }],
  });
  expect(await goods.read(hat.id)).toMatchObject({ related: [coat.id] });
  // What it wrote in two steps is listed as the check said it.
  const { ctx } = shop.context;
  const which = { outcome: 'changed', after: null } as const;
  const [listed] = await listImportItems(ctx, actorOf(admin, 'admin'), job._id, which, 9);
  const related = [expect.arrayContaining(['Scarf']), expect.arrayContaining(['Hat', 'Scarf'])];
  expect(listed?.differences).toEqual({ ...found.differences, related });
  expect((await runImport(other)).result).toMatchObject({ added: 0, changed: 0, unchanged: 2 });

  // A process that stopped before it related them leaves that to the next one.
  await query('delete from related_products');
  await query(
    `update staff_jobs set status = 'running', finished_at = null,
      checkpoint = '{"phase": "related", "items": 0}' where id = $1`,
    [job._id],
  );
  expect(await runJob()).toBe(true);
  expect(await find(job)).toMatchObject({ status: 'done', problemCount: 2 });
  expect((await goods.read(coat.id)).related).toEqual([hat.id, scarf.id]);

  expect((await act(job, 'undo')).status).toBe(200);
  expect(await runJob()).toBe(true);
  expect(await find(job)).toMatchObject({ status: 'undone', notUndone: [] });
  expect(await contentOf()).toEqual(before);
  expect((await goods.read(hat.id)).status).toBe('archived');
});

test('an edit that was undone does not keep a product, and what was kept can be tried again', async () => {
  const { ctx } = shop.context;
  const actor = actorOf(admin, 'admin');
  const job = await runImport(many(3));
  const ids = (await query('select id from products order by slug')).map(({ id }) => id);
  const foreseen = () => forecast(job);
  const undo = async (one: Pick<Job, '_id'>) => {
    expect((await act(one, 'undo')).status).toBe(200);
    await runJob();
    return find(one);
  };
  const bulkEdit = async (products: string[], version: number) => {
    const edits = products.map((_id) => ({ _id, version, tags: ['silk'], variants: [] }));
    const started = await admin.post('/api/v1/bulk-edits', { products: edits });
    expect(started.status).toBe(201);
    await runJob();
    return started.json();
  };
  const first = await bulkEdit(ids, 1);
  expect(await foreseen()).toEqual({ looked: 3, isAll: true, stay: 3 });
  expect((await undo(first)).result).toMatchObject({ takenBack: 3 });
  expect(await foreseen()).toMatchObject({ stay: 0 });

  const second = await bulkEdit(ids.slice(0, 1), 3);
  await editProduct(ctx, actor, ids[1], 3, { material: 'Wool' });
  expect(await foreseen()).toMatchObject({ stay: 2 });
  expect(await undo(job)).toMatchObject({ result: { takenBack: 1, kept: 2 }, done: 3 });
  await undo(second);
  expect(await foreseen()).toEqual({ looked: 2, isAll: true, stay: 1 });
  const again = await undo(job);
  expect(again).toMatchObject({ status: 'undone', result: { takenBack: 2, kept: 1 }, done: 3 });
  expect(again.notUndone).toMatchObject([
    { name: 'Product 1', reason: 'It has been edited since.' },
  ]);
  expect(await query('select status from products order by slug')).toMatchObject([
    ...[{ status: 'archived' }, { status: 'active' }, { status: 'archived' }],
  ]);
});

test('stock that a later import set and its undo set back does not keep a product', async () => {
  const withUnits = (units: string) =>
    csv(
      ['a', 'b', 'c'].map((name) => ({
        ...{ Handle: name, Title: name, 'Variant SKU': name, 'Variant Inventory Qty': units },
      })),
    );
  const first = await runImport(withUnits('5'));
  const second = await runImport(withUnits('7'));
  const undo = async (one: Pick<Job, '_id'>) => {
    expect((await act(one, 'undo')).status).toBe(200);
    await runJob();
    return find(one);
  };
  expect(await forecast(first)).toMatchObject({ stay: 3 });
  expect(await undo(second)).toMatchObject({ result: { takenBack: 3, kept: 0 } });
  expect(await forecast(first)).toMatchObject({ stay: 0 });
  // An adjustment without a key looks like the movement of a job, but nothing undid it.
  await query(`insert into stock_movements (variant_id, quantity, reason, note, actor)
    select id, 1, 'correction', 'Import of goods.csv', 'x' from variants where sku = 'c'`);
  await query("update variants set on_hand = on_hand + 1 where sku = 'c'");
  await query("update products set name = 'Renamed' where slug = 'c'");
  expect(await forecast(first)).toMatchObject({ stay: 1 });
  const [c] = await query("select id from products where slug = 'c'");
  const undone = await undo(first);
  expect(undone.result).toMatchObject({ takenBack: 2, kept: 1 });
  expect(undone.notUndone).toEqual([
    { _id: c?.id, name: 'Renamed', reason: 'Its stock has been changed since.' },
  ]);
  expect(await query('select sku, on_hand from variants order by sku')).toEqual([
    ...['a', 'b'].map((sku) => ({ sku, on_hand: 0 })),
    { sku: 'c', on_hand: 6 },
  ]);
});

test('a product whose earlier category has another name by now is not taken back, which is said', async () => {
  const add = async (name: string) =>
    (await (await admin.post('/api/v1/categories', { name })).json())._id;
  const cats = await add('Cats');
  await add('Dogs');
  await stock(shop, { name: 'Mover', category: 'Cats', variants: [{ sku: 'M-1', inventory: 1 }] });
  const row = { Handle: 'mover', Title: 'Mover', Type: 'Dogs', 'Variant SKU': 'M-1' };
  const job = await runImport(csv([row]));
  expect(job.result).toMatchObject({ changed: 1 });
  expect(await query("select category from products where slug = 'mover'")).not.toEqual([
    { category: cats },
  ]);
  await query("update categories set name = 'Birds' where id = $1", [cats]);
  expect((await act(job, 'undo')).status).toBe(200);
  expect(await runJob()).toBe(true);
  expect(await find(job)).toMatchObject({
    status: 'undone',
    notUndone: [{ name: 'Mover', reason: expect.stringContaining('category') }],
  });
  // Another undo is offered only when it would take something back.
  expect(await forecast(job)).toBeNull();
  await query("update categories set name = 'Cats' where id = $1", [cats]);
  expect(await forecast(job)).toEqual({ looked: 1, isAll: true, stay: 0 });
});

async function forecast({ _id }: Pick<Job, '_id'>) {
  const [{ ctx }, actor] = [shop.context, actorOf(admin, 'admin')];
  return foreseeUndo(ctx, actor, await getJob(ctx, actor, _id));
}

test('a product that a file changes twice, by its address and a former one, is taken back whole', async () => {
  const { ctx } = shop.context;
  const { id } = await stock(shop, { name: 'Old', variants: [{ sku: 'O-1', inventory: 1 }] });
  await editProduct(ctx, actorOf(admin, 'admin'), id, 1, { slug: 'new' });
  const read = () =>
    query('select name, material, care, price_minor from products where id = $1', [id]);
  const before = await read();
  // The first change is in another batch than the second.
  const others = Array.from({ length: 500 }, (_, nr) => ({ Handle: `p-${nr}`, Title: 'Other' }));
  const sku = { 'Variant SKU': 'O-1' };
  const job = await runImport(
    csv(
      [
        { Handle: 'old', Title: 'First', 'Variant Price': '71', Material: 'Silk', ...sku },
        ...others,
        { Handle: 'new', Title: 'First', 'Variant Price': '72', Care: 'Cold', Material: 'Silk' },
      ],
      ['Material', 'Care'],
    ),
  );
  expect(job).toMatchObject({ result: { changed: 2 }, problems: [] });
  expect(await read()).toMatchObject([{ material: 'Silk', care: 'Cold' }]);
  expect((await act(job, 'undo')).status).toBe(200);
  expect(await runJob()).toBe(true);
  expect(await find(job)).toMatchObject({ status: 'undone', notUndone: [] });
  expect(await read()).toEqual(before);
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
