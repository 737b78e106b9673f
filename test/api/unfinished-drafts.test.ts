import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToCart, getCart } from '#features/cart/cart.ts';
import { exportProducts, exportStock } from '#features/exports/exports.ts';
import { pricesAsOf } from '#features/inventory/inventory.ts';
import type { BulkChange } from '#features/product-management/bulk-edit-input.schema.ts';
import { unpackProducts } from '#features/product-management/packed-products.schema.ts';
import {
  addStaffProduct,
  countForStaff,
  duplicateProduct,
  listForStaff,
  openSheet,
  previewChange,
} from '#features/product-management/product-management.ts';
import type { StaffSort } from '#features/product-management/staff-list.schema.ts';
import { runNextJob } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import { readStaffFilter } from '#web/staff-list-address.ts';
import { editor } from '../support/editing.ts';
import { stock } from '../support/goods.ts';
import { form, type Job } from '../support/importing.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let client: Client;
let goods: ReturnType<typeof editor>;
beforeAll(async () => {
  shop = await openTestShop();
  client = await shop.admin();
  goods = editor(shop, client);
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const admin = () => actorOf(client, 'admin');
const named = (name: string) => addStaffProduct(shop.context.ctx, admin(), { name });
const runJob = () => runNextJob(shop.context.ctx, jobRunners, new AbortController().signal);
const jobOf = async ({ _id }: { _id: string }): Promise<Job> =>
  (await client.get(`/api/v1/jobs/${_id}`)).json();
async function runEdit(products: object[]): Promise<Job> {
  const response = await client.post('/api/v1/bulk-edits', { products });
  const job = await response.json();
  expect([response.status, job.detail]).toEqual([201, undefined]);
  await runJob();
  return jobOf(job);
}
async function runImport(file: string): Promise<Job> {
  const sent = form(file, { category: 'Jersey' });
  const job = await (await client.post('/api/v1/imports', sent)).json();
  await runJob();
  return jobOf(job);
}
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test('a draft is saved with its name alone, and what it lacks is named when it is to be published', async () => {
  const { id, ...draft } = await named('Bare Cap');
  expect(draft).toMatchObject({ status: 'draft', category: '', priceMinor: null });
  expect(draft.variants).toMatchObject([{ priceMinor: null, available: 0 }]);
  expect(await goods.read(id)).toMatchObject({ category: '', price: null });

  const all = 'A category, a price and details are needed before a product is active or scheduled.';
  expect(await goods.refused(id, { status: 'active' })).toBe(all);
  expect(await goods.refused(id, { status: 'scheduled', publishAt: inAnHour() })).toBe(all);
  await goods.edit(id, { descriptions: 'A cap.', price: 12 });
  const category = 'A category is needed before';
  expect(await goods.refused(id, { status: 'active' })).toContain(category);
  await goods.edit(id, { category: 'Jersey', price: null });
  expect(await goods.refused(id, { status: 'active' })).toContain('A price is needed before');

  // It is in the shop with all three, and can't lose one of them there.
  const slug = `/products/${draft.slug}`;
  expect((await client.get(slug)).status).toBe(404);
  await goods.edit(id, { status: 'active', price: 14 });
  expect(await (await client.get(slug)).json()).toMatchObject({ price: 14, category: 'Jersey' });
  expect(await goods.refused(id, { price: null })).toContain('A price is needed before');
  expect(await goods.refused(id, { category: '' })).toContain(category);
  const write = shop.database.pool.query('update products set price_minor = null where id = $1', [
    id,
  ]);
  await expect(write).rejects.toMatchObject({ constraint: 'products_complete' });
});

test('a product that loses its price as a draft stays in carts, where it can not be bought', async () => {
  const { id, variants } = await stock(shop, { name: 'Returning Cap', category: 'Jersey' });
  const [{ id: variantId } = { id: '' }] = variants;
  const guest = { user: null, session: null, cartToken: 'returning'.padStart(43, 'v') };
  const { ctx } = shop.context;
  await addToCart(ctx, guest, { variantId, quantity: 1 });
  const before = new Date();
  await goods.edit(id, { status: 'draft', price: null, category: '' });
  expect((await getCart(ctx, guest)).lines).toMatchObject([{ onSale: false, category: '' }]);
  // What it cost is kept, and that it cost nothing for a while.
  const then = await pricesAsOf(ctx, admin(), variantId, before);
  const between = new Date();
  await goods.edit(id, { status: 'active', price: 9, category: 'Jersey' });
  expect(then.priceMinor).toBeGreaterThan(0);
  expect((await pricesAsOf(ctx, admin(), variantId, between)).priceMinor).toBeNull();
  expect((await pricesAsOf(ctx, admin(), variantId, null)).priceMinor).toBe(900);
});

test('lists, counts and files have products without a price, and no price range does', async () => {
  const { id, name } = await named('Listed Cap');
  const { ctx } = shop.context;
  const everything = readStaffFilter(new URLSearchParams(), []);
  for (const sort of ['price-up', 'price-down'] as StaffSort[]) {
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const page = await listForStaff(ctx, admin(), { filter: everything, sort, limit: 2, after });
      ids.push(...page.items.map((row) => row.id));
      after = page.next;
    } while (after);
    expect(ids.length).toBe(await countForStaff(ctx, admin(), everything, 1_000));
    expect(new Set(ids).size).toBe(ids.length);
    const at = ids.indexOf(id);
    expect(sort === 'price-up' ? at : ids.length - 1 - at).toBeLessThan(4);
    expect(at).toBeGreaterThanOrEqual(0);
    const ranged = readStaffFilter(new URLSearchParams({ max: '5000' }), []);
    const { items } = await listForStaff(ctx, admin(), {
      ...{ filter: ranged, sort, limit: 100, after: null },
    });
    expect(items.map((row) => row.id)).not.toContain(id);
  }
  const rows = await listForStaff(ctx, admin(), {
    ...{ filter: { ...everything, text: 'listed cap' }, sort: 'newest', limit: 2, after: null },
  });
  expect(rows.items).toMatchObject([{ name, category: '', lowestMinor: null, highestMinor: null }]);
  const { variants, ...copy } = await duplicateProduct(ctx, admin(), id);
  expect(copy).toMatchObject({ category: '', priceMinor: null });
  let file = '';
  for await (const part of exportProducts(ctx, admin(), {})) file += part;
  expect(file).toContain('listed-cap');
  const { _id } = await runImport(file.replaceAll('Listed Cap', 'Renamed Cap'));
  expect(await jobOf({ _id })).toMatchObject({ problems: [], result: { changed: 2 } });
  expect(await goods.read(id)).toMatchObject({ name: 'Renamed Cap', price: null, category: '' });
});

test('a sheet gives a draft its price and category, and its undo takes them back', async () => {
  const { id, version, variants } = await named('Sheet Cap');
  const [{ id: variantId } = { id: '' }] = variants;
  const { ctx } = shop.context;
  const { packed } = await openSheet(ctx, admin(), { ids: [id] });
  expect(unpackProducts(packed)).toMatchObject([
    { category: '', variants: [{ priceMinor: null }] },
  ]);
  // A change in percent has nothing to change.
  const percent: BulkChange = { change: 'percent', percent: '10', to99: 'no' };
  const asked = await previewChange(ctx, admin(), { ids: [id] }, percent);
  expect(asked).toMatchObject({ listed: [], problems: [] });
  const early = await runEdit([{ _id: id, version, status: 'active' }]);
  expect(early.problems).toMatchObject([
    { reason: expect.stringContaining('A category, a price and details are needed before') },
  ]);
  await goods.edit(id, { descriptions: 'A cap.' });
  const whole = { status: 'active', category: 'Jersey', variants: [{ _id: variantId, price: 8 }] };
  const job = await runEdit([{ _id: id, version: version + 1, ...whole }]);
  expect(await goods.read(id)).toMatchObject({ status: 'active', price: 8, category: 'Jersey' });
  await client.post(`/api/v1/jobs/${job._id}/undo`, {});
  await runJob();
  expect(await jobOf(job)).toMatchObject({ notUndone: [] });
  expect(await goods.read(id)).toMatchObject({ status: 'draft', price: null, category: '' });
});

test('a file adds drafts without a price, and takes no price from a product', async () => {
  const file = [
    'Handle,Title,Status,Variant SKU,Variant Price',
    'sketch,Sketch,draft,,',
    'sketch-two,Sketch Two,draft,SKETCH-2,',
    'finished,Finished,active,FINISHED,',
  ].join('\n');
  const { result, problems } = await runImport(file);
  expect(result).toMatchObject({ added: 2, refused: 1 });
  expect(problems).toMatchObject([{ line: 4, reason: expect.stringContaining('finished') }]);
  expect(
    (await runImport('Handle,Title,Body (HTML),Status\nnameless-plan,Nameless Plan,,draft')).result,
  ).toMatchObject({ added: 1 });
  const { rows } = await shop.database.pool.query(
    `select p.slug, p.price_minor, p.category, v.sku, v.price_minor as own
       from products p join variants v on v.product_id = p.id
      where p.slug in ('sketch', 'sketch-two', 'nameless-plan') order by 1`,
  );
  const none = { price_minor: null, category: expect.any(String), own: null };
  expect(rows).toEqual([
    { ...none, slug: 'nameless-plan', sku: 'nameless-plan-1' },
    { ...none, slug: 'sketch', sku: 'sketch-1' },
    { ...none, slug: 'sketch-two', sku: 'SKETCH-2' },
  ]);
  const coat = await goods.coat('Priced Coat');
  const price = (await goods.read(coat.id)).price;
  await runImport(
    `Handle,Title,Status,Variant SKU,Variant Price\n${coat.slug},Priced Coat,draft,PRICED-COAT-S,`,
  );
  expect(await goods.read(coat.id)).toMatchObject({ status: 'draft', price });
  expect((await goods.read(coat.id)).variants).toHaveLength(2);
  const cup = await stock(shop, { name: 'Priced Cup', variants: [{ sku: 'CUP', inventory: 1 }] });
  await runImport(
    `Handle,Title,Status,Variant SKU,Variant Price\n${cup.slug},Priced Cup,draft,CUP,`,
  );
  expect(await goods.read(cup.id)).toMatchObject({ status: 'draft', price: expect.any(Number) });
  // A file that publishes a draft without a price says what it lacks.
  const publish = await runImport(
    'Handle,Title,Body (HTML),Status\nsketch,Sketch,A sketch.,active',
  );
  expect(publish.problems).toMatchObject([
    { reason: 'sketch: A price is needed before it is active or scheduled.' },
  ]);
});

async function exported(slug: string): Promise<string[]> {
  let file = '';
  for await (const part of exportProducts(shop.context.ctx, admin(), {})) file += part;
  const [header = '', ...lines] = file.split('\r\n');
  return [header, ...lines.filter((line) => line.startsWith(`${slug},`))];
}
/** A file with other cells in one of its lines. */
function withCells([header = '', ...lines]: string[], at: number, cells: Record<string, string>) {
  const names = header.replace('\uFEFF', '').split(',');
  const changed = lines.map((line, index) => {
    if (index !== at) return line;
    return line
      .split(',')
      .map((cell, column) => cells[names[column] ?? ''] ?? cell)
      .join(',');
  });
  return [header, ...changed];
}
const pricesOf = async (slug: string) => {
  const { rows } = await shop.database.pool.query(
    `select p.status, p.price_minor::int, array_agg(v.price_minor::int order by v.position) as own
       from products p join variants v on v.product_id = p.id where p.slug = $1 group by p.id`,
    [slug],
  );
  return rows[0];
};
const pair = (name: string, [s, m]: (number | null)[], more: object = {}) =>
  addStaffProduct(shop.context.ctx, admin(), {
    ...{ name, category: 'Jersey', descriptions: 'Two.', ...more },
    variants: [
      { size: 'S', price: s ?? null },
      { size: 'M', price: m ?? null },
    ],
  });

test('an empty price in a file of this shop leaves the own price of a variant', async () => {
  const { slug } = await pair('Own Price Cap', [null, 1_200], { price: 1_000 });
  const lines = withCells(await exported(slug), 1, { 'Variant Price': '' });
  const { problems, result } = await runImport(lines.join('\r\n'));
  expect([problems, result]).toMatchObject([[], { unchanged: 1 }]);
  const prices = { status: 'draft', price_minor: 1_000, own: [null, 1_200] };
  expect(await pricesOf(slug)).toEqual(prices);
  // Nor does the empty price of the product become one of its variants.
  const none = withCells(lines, 0, { 'Product Price': '' });
  await runImport(none.join('\r\n'));
  expect(await pricesOf(slug)).toEqual(prices);
});

test('a product whose variants all have a price takes the first one to be published', async () => {
  // By a file of this shop.
  const { slug } = await addStaffProduct(shop.context.ctx, admin(), {
    ...{ name: 'Filled Cap', category: 'Jersey', descriptions: 'One.' },
  });
  const filled = { 'Variant Price': '8.00', Status: 'active' };
  const byFile = await runImport(withCells(await exported(slug), 0, filled).join('\r\n'));
  expect(byFile.problems).toEqual([]);
  expect(await pricesOf(slug)).toEqual({ status: 'active', price_minor: 800, own: [null] });

  // By a file without prices, whose import leaves those of the variants.
  const named = await pair('Named Cap', [800, 900]);
  expect((await runImport((await exported(named.slug)).join('\r\n'))).result).toMatchObject({
    unchanged: 1,
  });
  await runImport(`Handle,Title,Status\n${named.slug},Named Cap,active`);
  const active = { status: 'active', price_minor: 800, own: [800, 900] };
  expect(await pricesOf(named.slug)).toEqual(active);

  // By a sheet, whose undo takes it back.
  const sheet = await pair('Sheeted Cap', [800, 900]);
  const ids = sheet.variants.map(({ id }) => id);
  const edit = { _id: sheet.id, version: sheet.version, status: 'active' };
  const job = await runEdit([{ ...edit, variants: [{ _id: ids[1], price: 7 }] }]);
  expect(job.problems).toEqual([]);
  expect(await pricesOf(sheet.slug)).toEqual({ ...active, own: [800, 700] });
  await client.post(`/api/v1/jobs/${job._id}/undo`, {});
  await runJob();
  const draft = { status: 'draft', price_minor: null, own: [800, 900] };
  expect(await pricesOf(sheet.slug)).toEqual(draft);
  const again = { ...edit, version: (await goods.read(sheet.id)).version };
  expect((await runEdit([again])).problems).toEqual([]);
  expect(await pricesOf(sheet.slug)).toEqual(active);

  // By calls.
  expect(await pricesOf((await pair('Called Cap', [800, 900], { status: 'active' })).slug)).toEqual(
    active,
  );
  const partly = await pair('Partly Cap', [800, null]);
  const needed = 'A price is needed before';
  expect(await goods.refused(partly.id, { status: 'active' })).toContain(needed);
  const [, { id: m } = { id: '' }] = partly.variants;
  await goods.edit(partly.id, { status: 'active', variants: [{ _id: m, archived: true }] });
  expect(await pricesOf(partly.slug)).toEqual({ ...active, own: [800, null] });
});

test.each([
  ['first', '8', '', [800, null]],
  ['last', '', '8', [null, 800]],
])('a draft of a file of which only the %s variant has a price has none itself', async (...row) => {
  const [which, s, m, own] = row;
  const slug = `partly-${which}`;
  const head = 'Handle,Title,Status,Option1 Name,Option1 Value,Variant SKU,Variant Price';
  const file = (one: string, two: string) =>
    [head, `${slug},Partly,draft,Size,S,${slug}-S,${one}`, `${slug},,,,M,${slug}-M,${two}`].join(
      '\n',
    );
  const { result } = await runImport(file(s, m));
  expect(result).toMatchObject({ added: 1 });
  const prices = { status: 'draft', price_minor: null, own };
  expect(await pricesOf(slug)).toEqual(prices);
  expect((await runImport(file(s, m))).result).toMatchObject({ unchanged: 1 });

  // One that is there already is no different.
  const there = await pair(`Planned ${which}`, [null, null]);
  const changed = withCells(await exported(there.slug), which === 'first' ? 0 : 1, {
    'Variant Price': '8.00',
  });
  await runImport(changed.join('\r\n'));
  expect(await pricesOf(there.slug)).toEqual(prices);
  const other = await pair(`Foreign ${which}`, [null, null]);
  const [{ sku: skuS } = { sku: '' }, { sku: skuM } = { sku: '' }] = other.variants;
  await runImport(
    `Handle,Variant SKU,Variant Price\n${other.slug},${skuS},${s}\n${other.slug},${skuM},${m}`,
  );
  expect(await pricesOf(other.slug)).toEqual(prices);
});

test('the file of the stock has an empty price for a draft without one', async () => {
  await named('Stocked Plan');
  let file = '';
  for await (const part of exportStock(shop.context.ctx, admin())) file += part;
  expect(file).toMatch(/^STOCKED-PLAN,.*,Draft,,,,,/m);
});
