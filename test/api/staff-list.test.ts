import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  countForStaff,
  findForStaff,
  listAndCountForStaff,
  listForStaff,
} from '#features/product-management/product-management.ts';
import {
  type StaffFilter,
  type StaffSort,
  staffSorts,
} from '#features/product-management/staff-list.schema.ts';
import { readStaffFilter } from '#web/staff-list-address.ts';
import { analyze } from '../support/database.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { filter, fits, orders, type Row, row } from '../support/staff-list-model.ts';

let shop: TestShop;
let admin: Client;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

const everything = readStaffFilter(new URLSearchParams(), []);
const sorts = Object.keys(staffSorts) as StaffSort[];

const list = (filter: Partial<StaffFilter>, sort: StaffSort, limit: number, after: string | null) =>
  listForStaff(shop.context.ctx, actorOf(admin, 'admin'), {
    filter: { ...everything, ...filter },
    sort,
    limit,
    after,
  });

/** Every page of a list, one after the other. */
async function pages(filter: StaffFilter, sort: StaffSort, limit: number) {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page = await list(filter, sort, limit, after);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after && ids.length < 500);
  return ids;
}

let made = 0;
async function fill(rows: Omit<Row, 'id'>[]): Promise<Row[]> {
  const { pool } = shop.database;
  await pool.query('delete from products');
  const kept = rows.map((each) => {
    made += 1;
    return { ...each, id: `prd_${String(made).padStart(8, '0')}` };
  });
  await pool.query(
    `insert into products (id, slug, name, category, price_minor, currency, descriptions, gender,
       status, deleted_at, tags, created_at, updated_at)
     select id, id, name, category, price, 'USD', 'd', 'g', status,
       case status when 'archived' then now() end,
       array(select json_array_elements_text(tags)), "createdAt", "updatedAt"
     from json_to_recordset($1) as r(id text, name text, category text, price bigint, status text,
       tags json, "createdAt" timestamptz, "updatedAt" timestamptz)`,
    [JSON.stringify(kept)],
  );
  await pool.query(
    `insert into product_images (id, product_id, position, url, alt)
     select 'img_' || id, id, 0, '/pictures/x-800.webp', '' from json_to_recordset($1) as r(id text)`,
    [JSON.stringify(kept.filter(({ image }) => image))],
  );
  await pool.query(
    `insert into variants (id, product_id, sku, size, price_minor, on_hand, low_stock_at, active,
       archived_at, position)
     select sku, product, sku, sku, price, "available", "lowAt", false, case when archived then now() end, 0
     from json_to_recordset($1) as r(sku text, product text, price bigint, "available" int, "lowAt" int,
       archived boolean)`,
    [
      JSON.stringify(
        kept.flatMap(({ id, variants }) =>
          variants.map((each, at) => ({ ...each, product: id, sku: `${id}-${at}` })),
        ),
      ),
    ],
  );
  return kept;
}

test('the pages of every sort, one after the other, are the filtered list: nothing twice, nothing missing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 20 }),
      filter,
      fc.integer({ min: 1, max: 9 }),
      // Half of the sorts in each run, so that the pages of all take half as long.
      fc.subarray(sorts, { minLength: 3, maxLength: 3 }),
      async (rows, wanted, limit, some) => {
        const kept = await fill(rows);
        for (const candidate of [everything, wanted]) {
          const fitting = kept.filter(fits(candidate));
          for (const sort of some) {
            const expected = fitting.toSorted(orders[sort]).map(({ id }) => id);
            expect(await pages(candidate, sort, limit)).toEqual(expected);
            // As of many products, in whose order all or few of those that fit a text come soon.
            for (const far of candidate.text === null ? [50] : [50, 1]) {
              const filter = { ...candidate, few: null, some: [], far };
              const first = await listAndCountForStaff(shop.context.ctx, actorOf(admin, 'admin'), {
                ...{ filter, sort, limit: 50, after: null },
                counted: 1_000,
              });
              expect(first.items.map(({ id }) => id)).toEqual(expected);
              expect(first.count).toBe(expected.length);
            }
          }
          const count = (most: number) =>
            countForStaff(shop.context.ctx, actorOf(admin, 'admin'), candidate, most);
          expect(await count(1_000)).toBe(fitting.length);
          expect(await count(3)).toBe(Math.min(3, fitting.length));
          // As of many products, of which two are known.
          const ofMany = { few: null, some: fitting.slice(0, 2).map(({ id }) => id) };
          const prepared = { ...candidate, ...ofMany };
          for (const most of [1, 2, 3, 1_000]) {
            expect(
              await countForStaff(shop.context.ctx, actorOf(admin, 'admin'), prepared, most),
            ).toBe(Math.min(most, fitting.length));
          }
        }
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);

describe('the list of staff', () => {
  const plain = {
    status: 'active' as const,
    category: 'Cloths',
    price: 2_000,
    tags: [],
    image: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    variants: [],
  };

  test('shows prices, units and the number of the variants that are not archived', async () => {
    const variant = { price: null, available: 3, lowAt: null, archived: false };
    await fill([
      {
        ...plain,
        name: 'Ranged',
        image: true,
        variants: [variant, { ...variant, price: 900, available: 60 }],
      },
      { ...plain, name: 'Single', variants: [{ ...variant, archived: true }] },
    ]);
    const { items, next } = await list({}, 'name', 9, null);
    expect(next).toBeNull();
    expect(items).toMatchObject([
      {
        name: 'Ranged',
        imageUrl: '/pictures/x-800.webp',
        lowestMinor: 900,
        highestMinor: 2_000,
        available: 63,
        lowCount: 1,
        variantCount: 2,
        updatedAt: plain.updatedAt,
        publishAt: null,
      },
      { name: 'Single', imageUrl: null, lowestMinor: 2_000, available: 0, variantCount: 0 },
    ]);
  });

  test('shows brand, type, the SKU of an only variant, and the costs of all', async () => {
    const variant = { price: null, available: 3, lowAt: null, archived: false };
    const [, many] = await fill([
      { ...plain, name: 'One', variants: [variant, { ...variant, archived: true }] },
      { ...plain, name: 'Two', variants: [variant, variant] },
      { ...plain, name: 'Without' },
    ]);
    const { pool } = shop.database;
    await pool.query(
      "update products set brand = 'Loom', product_type = 'Coat' where name = 'One'",
    );
    await pool.query("update products set cost_minor = 700 where name = 'Two'");
    await pool.query('update variants set cost_minor = 900 where sku = $1', [`${many?.id}-1`]);
    const { items } = await list({}, 'name', 9, null);
    const none = { brand: '', productType: '', sku: null, costLowMinor: null, costHighMinor: null };
    const { createdAt } = plain;
    expect(items).toMatchObject([
      { ...none, createdAt, brand: 'Loom', productType: 'Coat', sku: expect.stringMatching(/-0$/) },
      { ...none, costLowMinor: 700, costHighMinor: 900 },
      none,
    ]);
  });

  test('sums more units than 32 bits hold, for pages and calls', async () => {
    const variant = { price: null, available: 2_000_000_000, lowAt: null, archived: false };
    await fill([{ ...plain, name: 'Stacked', variants: [variant, variant] }]);
    const page = await list({ text: 'stacked' }, 'newest', 10, null);
    expect(page.items.map(({ available }) => available)).toEqual([4e9]);
    const [called] = await (await admin.get('/api/v1/products?q=stacked')).json();
    expect(called.inventory).toBe(4e9);
  });

  test('finds words of name and brand by their beginnings, the beginning of a SKU, and a whole barcode', async () => {
    const variant = { price: null, available: 3, lowAt: null, archived: false };
    const kept = await fill([
      { ...plain, name: "Men's T-Shirt 3.5 oz", variants: [variant] },
      { ...plain, name: 'Café Apron', variants: [variant] },
      { ...plain, name: 'Old Apron', status: 'archived' },
    ]);
    const { pool } = shop.database;
    await pool.query(
      "update variants set sku = 'TEE_1-M', barcode = '4006381333931' where product_id = $1",
      [kept[0]?.id],
    );
    await pool.query("update products set brand = 'Northwind & Sons' where id = $1", [kept[2]?.id]);
    const names = async (asked: string) => {
      const { items } = await list({ text: asked }, 'name', 9, null);
      return items.map(({ name }) => name);
    };
    const tee = ["Men's T-Shirt 3.5 oz"];
    for (const asked of [
      'shi',
      'T-Shi',
      't shirt',
      'SHIRT men',
      "men's",
      '3.5',
      'tee_',
      'TEE_1-m',
    ]) {
      expect([asked, await names(asked)]).toEqual([asked, tee]);
    }
    expect(await names('4006381333931')).toEqual(tee);
    expect(await names('caf')).toEqual(['Café Apron']);
    expect(await names('CAFÉ apr')).toEqual(['Café Apron']);
    for (const asked of [
      'hirt',
      'tee%',
      'TEE1',
      '400638133393',
      "'",
      '\\',
      '&',
      '!',
      ':*',
      '% _',
    ]) {
      expect([asked, await names(asked)]).toEqual([asked, []]);
    }
    const found = await findForStaff(shop.context.ctx, actorOf(admin, 'admin'), 'apr', 9);
    expect(found.map(({ name }) => name)).toEqual(['Café Apron', 'Old Apron']);
    const bySku = await findForStaff(shop.context.ctx, actorOf(admin, 'admin'), 'tee_1', 9);
    expect(bySku).toMatchObject([{ name: tee[0], sku: 'TEE_1-M' }]);
    for (const asked of ['northw', 'sons APRON', 'old northwind']) {
      const byBrand = await findForStaff(shop.context.ctx, actorOf(admin, 'admin'), asked, 9);
      expect([asked, byBrand.map(({ name }) => name)]).toEqual([asked, ['Old Apron']]);
      const called = await admin.get(`/api/v1/products?q=${asked}`);
      expect(await called.json()).toMatchObject([{ name: 'Old Apron' }]);
      const { items } = await list({ text: asked, status: 'archived' }, 'name', 9, null);
      expect(items.map(({ name }) => name)).toEqual(['Old Apron']);
    }
  });

  test('refuses everyone but admins', () => {
    const { ctx } = shop.context;
    const search = { filter: everything, sort: 'changed', limit: 1, after: null } as const;
    const customer = actorOf(admin, 'shopper');
    return Promise.all(
      [
        async () => listForStaff(ctx, customer, search),
        async () => countForStaff(ctx, customer, everything, 1),
        async () => findForStaff(ctx, customer, 'a', 1),
      ].map((work) => expect(work()).rejects.toMatchObject({ code: 'forbidden' })),
    );
  });

  test('comes by an index however many products there are: no page sorts or reads all of them', async () => {
    await addPlainProducts(20_000);
    await analyze(shop.database, 'products', 'variants', 'product_images');
    for (const sort of sorts) {
      const first = await list({}, sort, 24, null);
      for (const after of [null, first.next]) {
        expect([sort, await plan(() => list({}, sort, 24, after))]).toEqual([sort, []]);
      }
    }
    expect(await plan(() => list({ stock: 'in' }, 'changed', 24, null))).toEqual([]);
    // These find their few rows by index and sort those.
    const rare: Partial<StaffFilter>[] = [
      { text: 'many-77' },
      { text: '19999' },
      { tag: 'rare' },
      { tag: 'none' },
      { status: 'draft' },
      { category: 'Gadget' },
      { missingImage: true },
      { stock: 'low' },
      { price: { minMinor: 19_990, maxMinor: null } },
      { price: { minMinor: null, maxMinor: 5 } },
    ];
    for (const few of rare) {
      const steps = await plan(() => list(few, 'name', 24, null));
      expect([few, steps.filter((step) => step !== 'Sort')]).toEqual([few, []]);
    }
    const find = () => findForStaff(shop.context.ctx, actorOf(admin, 'admin'), '19999', 9);
    expect((await plan(find)).filter((step) => step !== 'Sort')).toEqual([]);
  });
});

/** Adds products without their rows in the search index, which this list does not read: those take most of the time. */
async function addPlainProducts(count: number): Promise<void> {
  const { pool } = shop.database;
  await pool.query('alter table catalog_changes disable trigger catalog_changes_are_indexed');
  // In parts, as a statement has a time limit.
  const part = 5_000;
  for (let from = 1; from < count; from += part) {
    const numbers = `generate_series(${from}, ${from + part - 1}) i`;
    await pool.query(`
      insert into products (id, slug, name, category, price_minor, currency, descriptions, gender, status, tags, created_at, updated_at)
      select 'prd_many' || i, 'many' || i, 'Plain ' || i, 'Shoes', i, 'USD', 'd', 'g',
        case when i % 1000 = 0 then 'draft' else 'active' end, case when i % 5000 = 0 then '{rare}' else '{}' end::text[],
        now() - i * interval '1 minute', now() - i * interval '1 minute'
      from ${numbers}`);
    await pool.query(`
      insert into variants (id, product_id, sku, on_hand, position)
      select 'var_many' || i, 'prd_many' || i, 'MANY-' || i, 9, 0 from ${numbers}`);
    await pool.query(`
      insert into product_images (id, product_id, position, url, alt)
      select 'img_many' || i, 'prd_many' || i, 0, '/pictures/x-800.webp', '' from ${numbers}`);
  }
  await pool.query('alter table catalog_changes enable trigger catalog_changes_are_indexed');
}

/** The steps of a list's statement that sort rows, or read a whole table of products or variants. */
async function plan(work: () => Promise<unknown>): Promise<string[]> {
  const { pool } = shop.database;
  const { query } = pool;
  const sent: [{ text: string }, unknown[]][] = [];
  pool.query = ((...each: [{ text: string }, unknown[]]) => {
    sent.push(each);
    return query.apply(pool, each as unknown as Parameters<typeof query>);
  }) as typeof query;
  await work().finally(() => {
    pool.query = query;
  });
  // One for each part of a filter until one finds few products, and one for the page.
  const read = sent.filter(([{ text }]) => !text.trim().startsWith('explain'));
  expect(read.length).toBeLessThanOrEqual(2);
  const steps: string[] = [];
  for (const [{ text: statement }, values] of read) {
    const { rows } = await pool.query(`explain (format json) ${statement}`, values);
    JSON.stringify(rows[0]['QUERY PLAN'], (_, step) => {
      const isWhole =
        step?.['Node Type'] === 'Seq Scan' && /^(products|variants)$/.test(step['Relation Name']);
      if (isWhole) steps.push(`Seq Scan on ${step['Relation Name']}`);
      if (/Sort$/.test(step?.['Node Type'])) steps.push('Sort');
      return step;
    });
  }
  return steps;
}
