import { expect, test } from 'vitest';
import { LONGEST_TRAIT } from '#features/catalog/product-list.schema.ts';
import { NEW_PRODUCT } from '#features/product-management/import.schema.ts';
import { productChanges } from '#features/product-management/product-management.schema.ts';
import { listImportItems } from '#features/product-management/product-management.ts';
import { LONGEST_BARCODE, LONGEST_SKU, productLimits } from '#shared/product-limits.ts';
import { joinTags, LONGEST_PRODUCT_TAG, MAX_PRODUCT_TAGS } from '#shared/tags.ts';
import { payIntent } from '../support/cards.ts';
import { editor } from '../support/editing.ts';
import { admin, query, runImport, shop, shopForEachTest } from '../support/importing.ts';
import { type Cells, csv } from '../support/product-csv.ts';
import { actorOf } from '../support/shop.ts';

shopForEachTest();

const file = (rows: Cells[]) => csv(rows, ['Status', 'Variant Compare At Price']);

const size = (value: string, price: string, compareAt: string, units: string) => ({
  ...{ Handle: 'vest', 'Option1 Name': 'Size', 'Option1 Value': value },
  ...{ 'Variant SKU': `VEST-${value}`, 'Variant Price': price },
  ...{ 'Variant Compare At Price': compareAt, 'Variant Inventory Qty': units },
});

test('a check says of each new product what it costs, how many there are, and what customers would not see', async () => {
  const goodsFile = file([
    {
      ...size('S', '20', '30', '4'),
      ...{ Title: 'Vest', Status: 'draft', 'Image Src': 'https://cdn.shopify.com/a.jpg' },
    },
    { ...size('M', '25', '25', '3'), Title: '', Status: '' },
    { Handle: 'mug', Title: 'Mug', 'Variant Price': '5' },
  ]);
  const { _id } = await runImport(goodsFile, { dryRun: 'true' });
  const { ctx } = shop.context;
  const which = { outcome: 'new' as const, after: null };
  const items = await listImportItems(ctx, actorOf(admin, 'admin'), _id, which, 10);
  const category = 'Cloths';
  expect(items.map(({ label, differences }) => [label, differences?.[NEW_PRODUCT]?.[1]])).toEqual([
    [
      'Vest',
      {
        ...{ priceMinor: 2_000, highestMinor: 2_500, variants: 2, units: 7, images: 1 },
        ...{ status: 'draft', category, unseenFormer: 1 },
      },
    ],
    [
      'Mug',
      {
        ...{ priceMinor: 500, highestMinor: 500, variants: 1, units: 0, images: 0 },
        ...{ status: 'active', category, unseenFormer: 0 },
      },
    ],
  ]);
});

test('an import and its check count the products whose compare-at price customers do not see', async () => {
  const goods = editor(shop, admin);
  const coat = await goods.coat('Checked Coat');
  const sku = coat.variants[0]?.sku;
  const priced = file([
    { ...size('S', '20', '10', '4'), Title: 'Vest' },
    { Handle: 'mug', Title: 'Mug', 'Variant Price': '5', 'Variant Compare At Price': '8' },
    {
      ...{ Handle: coat.slug, Title: coat.name, 'Variant SKU': sku },
      ...{ 'Option1 Name': 'Size', 'Option1 Value': 'S' },
      ...{ 'Variant Price': '50', 'Variant Compare At Price': '50' },
    },
  ]);
  for (const dryRun of ['true', 'false']) {
    const { result } = await runImport(priced, { dryRun });
    expect(result).toMatchObject({ added: 2, changed: 1, unseenFormer: 2 });
  }
});

test('a check names what customers pay for a variant now, though it is the price of its product', async () => {
  const coat = await editor(shop, admin).coat('Inherited Coat');
  const rows = coat.variants.map(({ sku, size }) => ({
    ...{ Handle: coat.slug, Title: coat.name, 'Option1 Name': 'Size', 'Option1 Value': size ?? '' },
    ...{ 'Variant SKU': sku, 'Variant Price': size === 'M' ? '45' : '20' },
  }));
  const { _id } = await runImport(csv(rows), { dryRun: 'true' });
  const which = { outcome: 'changed' as const, after: null };
  const actor = actorOf(admin, 'admin');
  const [item] = await listImportItems(shop.context.ctx, actor, _id, which, 10);
  expect(item?.differences?.[`${coat.variants[1]?.sku} priceMinor`]).toEqual([
    coat.priceMinor,
    4_500,
  ]);
});

test('a quantity below zero becomes 0, and the problems name it', async () => {
  const coat = await editor(shop, admin).coat('Oversold Coat');
  const [small] = coat.variants;
  const rows = [
    {
      ...{ Handle: coat.slug, Title: coat.name, 'Option1 Name': 'Size', 'Option1 Value': 'S' },
      ...{ 'Variant SKU': small?.sku, 'Variant Inventory Qty': '-3' },
    },
    { Handle: 'mug', Title: 'Mug', 'Variant SKU': 'MUG', 'Variant Inventory Qty': '-12' },
  ];
  for (const dryRun of ['true', 'false']) {
    const { problems, result } = await runImport(csv(rows), { dryRun });
    expect(problems).toEqual([
      { line: 2, reason: `"-3" is less than no units, so ${small?.sku} has 0.` },
      { line: 3, reason: '"-12" is less than no units, so MUG has 0.' },
    ]);
    // They are imported all the same: another shop may have sold more than it had.
    expect(result).toMatchObject({ added: 1, changed: 1, refused: 0 });
  }
});

test('a draft without details stays one, and a variant without a size does not get others beside it', async () => {
  await runImport(
    file([
      { Handle: 'cap', Title: 'Cap', Status: 'draft', 'Variant SKU': 'CAP' },
      { Handle: 'hat', Title: 'Hat', 'Variant SKU': 'HAT' },
    ]),
  );
  const changed = file([
    { Handle: 'cap', Title: 'Cap', Status: 'active', 'Variant SKU': 'CAP' },
    { ...size('S', '9', '', '1'), Handle: 'hat', Title: 'Hat' },
  ]);
  const { problems, result } = await runImport(changed);
  expect(result).toMatchObject({ changed: 0, refused: 2 });
  expect(problems.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('cap: Details are needed before'),
    'hat: Beside others, the variant HAT needs a size, a colour or a value of another option.',
  ]);
  const { rows } = await shop.database.pool.query(
    'select status from products where slug = any($1) order by slug',
    [['cap', 'hat']],
  );
  expect(rows).toEqual([{ status: 'draft' }, { status: 'active' }]);
  // With details it becomes active, and the file may give the variant a size.
  const rest = [
    {
      Handle: 'cap',
      Title: 'Cap',
      Status: 'active',
      'Variant SKU': 'CAP',
      'Body (HTML)': 'A cap.',
    },
    { ...size('S', '9', '', '1'), Handle: 'hat', Title: 'Hat', 'Variant SKU': 'HAT' },
    { ...size('M', '9', '', '1'), Handle: 'hat', Title: '', 'Variant SKU': 'HAT-M' },
  ];
  expect((await runImport(file(rest))).result).toMatchObject({ changed: 2, refused: 0 });
});

const WOO = 'Type,SKU,Name,Published,Parent,Regular price,Attribute 1 name,Attribute 1 value(s)';
const TABLE = 'Name,SKU,Price,Size';

test('of variants without options, a new one is refused beside others, and a known SKU keeps what it has', async () => {
  const shopify = (sku: string, value: string, price: string, title: string) => ({
    ...{ Handle: 'vest', Title: title, 'Variant SKU': sku, 'Variant Price': price },
    ...{ 'Option1 Name': title && 'Size', 'Option1 Value': value },
  });
  const woo = (parent: string, sku: string, value: string, price: string) =>
    `variation,${sku},Vest,,${parent},${price},Size,${value}`;
  const files = (sizes: [string, string, string], price: string) => {
    const [s, m, l] = sizes;
    return [
      file([
        shopify('V-S', s, price, 'Vest'),
        shopify('V-M', m, price, ''),
        shopify('V-L', l, price, ''),
      ]),
      [
        ...[WOO, `variable,V,Vest,1,,,Size,"${sizes}"`],
        ...[woo('V', 'V-S', s, price), woo('V', 'V-M', m, price), woo('V', 'V-L', l, price)],
      ].join('\n'),
      [TABLE, `Vest,V-S,${price},${s}`, `Vest,V-M,${price},${m}`, `Vest,V-L,${price},${l}`].join(
        '\n',
      ),
    ];
  };
  const reasons = async (text: string) => {
    const dry = await runImport(text, { dryRun: 'true' });
    const done = await runImport(text);
    expect(done.problems).toEqual(dry.problems);
    expect(done.result).toEqual(dry.result);
    return done.problems.map(({ reason }) => reason);
  };
  const plain = 'vest: Beside others, the variant V-M needs a size, a colour or';
  for (const text of files(['S', '', 'L'], '10')) {
    expect(await reasons(text)).toEqual([expect.stringContaining(plain)]);
  }
  const twice = 'vest: It would have a variant without a size, colour or other option twice.';
  for (const text of files(['', '', ''], '10')) expect(await reasons(text)).toEqual([twice]);
  expect((await runImport(files(['S', 'M', 'L'], '10')[0] ?? '')).result).toMatchObject({
    added: 1,
  });

  const { pool } = shop.database;
  const stored = async () =>
    (
      await pool.query(`select sku, size, coalesce(v.price_minor, p.price_minor)::int as price
        from products p join variants v on v.product_id = p.id order by position`)
    ).rows.map(({ sku, size, price }) => `${sku} ${size} ${price}`);
  const exported = await (await admin.get('/api/v1/exports/products.csv')).text();
  const bare = exported.replace(/,[SML](?=,)/g, ',').replaceAll('10.00', '13.00');
  expect(bare).not.toBe(exported);
  const prices = ['V-S', 'V-M', 'V-L'].map((sku) => `${sku},14,`);
  const known = [...files(['', '', ''], '11'), bare, ['SKU,Price,Size', ...prices].join('\n')];
  for (const [index, text] of known.entries()) {
    const price = [1_100, 1_100, 1_100, 1_300, 1_400][index];
    expect(await reasons(text)).toEqual([]);
    const rows = ['S', 'M', 'L'].map((one) => `V-${one} ${one} ${price}`);
    expect([text, await stored()]).toEqual([text, rows]);
  }
  // Some lines have options, and the others keep theirs.
  expect(await reasons(files(['S', '', 'XL'], '15')[0] ?? '')).toEqual([]);
  expect(await stored()).toEqual(['V-S S 1500', 'V-M M 1500', 'V-L XL 1500']);
  expect(await reasons(files(['M', '', 'XL'], '15')[2] ?? '')).toEqual([
    'vest: It would have M twice.',
  ]);
});

test('a new variant without an SKU gets one that no other variant of its product has', async () => {
  const shirt = (...sizes: string[]) =>
    file(
      sizes.map((value, at) => ({
        ...{ Handle: 'shirt', Title: at === 0 ? 'Shirt' : '' },
        ...{ 'Option1 Name': 'Size', 'Option1 Value': value },
      })),
    );
  await runImport(shirt('S', 'M'));
  expect(await runImport(shirt('XS', 'S', 'M'))).toMatchObject({ problems: [] });
  expect(await query('select sku, size from variants order by sku')).toEqual([
    { sku: 'shirt-1', size: 'S' },
    { sku: 'shirt-2', size: 'M' },
    { sku: 'shirt-3', size: 'XS' },
  ]);
  // A column whose name can't be stored is not read.
  const odd = shirt('XS', 'S', 'M').replace('Image Alt Text', 'Image\0Alt');
  expect((await runImport(odd)).result).toMatchObject({ unchanged: 1 });
});

test('what is as long as an import takes it can be saved in the editor, counted, sent and refunded', async () => {
  const of = (longest: number, letter = 'x') => letter.repeat(longest);
  const sku = of(LONGEST_SKU, 'S');
  const { option } = productLimits;
  const tags = Array.from({ length: MAX_PRODUCT_TAGS }, (_, nr) =>
    `${nr}-`.padEnd(LONGEST_PRODUCT_TAG, 't'),
  );
  const url = '/pictures/a-800.webp';
  const row = {
    ...{ Handle: 'longest', Title: of(productLimits.name), Vendor: of(LONGEST_TRAIT) },
    ...{ 'Body (HTML)': of(60_000, 'd'), Tags: joinTags(tags) },
    ...{ 'Option1 Name': 'Size', 'Option1 Value': of(option, 's') },
    ...{ 'Option2 Name': 'Color', 'Option2 Value': of(option, 'c') },
    ...{ 'Option3 Name': of(productLimits.optionName, 'n'), 'Option3 Value': of(option, 'o') },
    ...{ 'Variant SKU': sku, 'Variant Barcode': of(LONGEST_BARCODE, '4') },
    ...{ 'Variant Inventory Qty': '3', 'Image Src': url, 'Image Alt Text': of(productLimits.alt) },
    ...{ 'SEO Title': of(productLimits.seoTitle), Material: of(productLimits.material) },
    ...{ 'SEO Description': of(productLimits.seoDescription), Care: of(productLimits.care) },
    ...{ 'Google Shopping / Gender': of(productLimits.gender) },
  };
  const more =
    'Vendor,Option3 Name,Option3 Value,Variant Barcode,SEO Title,SEO Description,Material,Care,Google Shopping / Gender';
  const { problems } = await runImport(csv([row], more.split(',')));
  expect(problems).toEqual([]);
  const [{ id } = { id: '' }] = await query("select id from products where slug = 'longest'");
  const goods = editor(shop, admin);
  const read = await goods.read(id);
  // All that the editor can send of it, in three calls: one may have 64 KB.
  const { descriptions: _, ...shape } = productChanges.omit({ tags: true }).shape;
  const sent = Object.fromEntries(Object.entries(read).filter(([name]) => name in shape));
  const { inventory: __, reserved: ___, ...variant } = { ...read.variants[0], lowStockAt: 1 };
  const images = [{ ...read.images[0], focus: { x: 1, y: 2 } }];
  await goods.edit(id, { ...sent, images, variants: [variant] });
  await goods.edit(id, { tags: tags.toReversed() });
  const descriptions = row['Body (HTML)'].slice(1);
  const saved = await goods.edit(id, { descriptions });
  expect(saved).toMatchObject({
    ...sent,
    images,
    descriptions,
    tags: tags.toReversed(),
    variants: [{}],
  });
  expect(saved.variants).toMatchObject([{ sku, size: row['Option1 Value'], lowStockAt: 1 }]);

  const call = async (path: string, body: object) => {
    const key = { 'idempotency-key': path };
    const response = await admin.post(`/api/v1/${path}`, body, key);
    const { detail } = await response.json();
    expect([response.status, detail]).toEqual([201, undefined]);
  };
  await call('stock-adjustments', { sku, quantity: 2, reason: 'received' });
  const buyer = await shop.shopper('Lena Long');
  const cart = [{ _id: id, sku, price: 10, quantity: 2, totalAmount: 20 }];
  const sums = { shippingCost: 120, grandTotalAmount: 20, totalAmount: 140 };
  const order = await (await buyer.post('/orders', { cart, city: 'Dhaka', ...sums })).json();
  const transaction = await payIntent(buyer, { totalAmount: 140, orderId: order._id });
  await buyer.put(`/orders/${order._id}`, { transaction });
  const lines = [{ sku, quantity: 1 }];
  await call(`orders/${order._id}/fulfillments`, { lines });
  await call(`orders/${order._id}/refunds`, { lines, reason: 'Torn' });
});

test('a file changes only the options and fields that it has columns for, and needs no price for that', async () => {
  const { pool } = shop.database;
  await runImport(
    csv([
      {
        ...{ Handle: 'pump', Title: 'Pump', 'Option1 Name': 'Farbe', 'Option1 Value': 'Black' },
        ...{ 'Option2 Name': 'Größe', 'Option2 Value': '36', 'Variant SKU': 'LS-1' },
      },
      {
        ...{ Handle: 'pump', Title: '', 'Option1 Value': 'White', 'Option2 Value': '36' },
        ...{ 'Variant SKU': 'LS-2' },
      },
    ]),
  );
  const stored = async () =>
    (
      await pool.query(`select sku, size, colour as color, tags, p.price_minor::int as price, seo_title as seo
        from products p join variants v on v.product_id = p.id order by sku`)
    ).rows;
  const black = { sku: 'LS-1', size: '36', color: 'Black', tags: [], price: 1_000, seo: '' };
  const white = { ...black, sku: 'LS-2', color: 'White' };
  expect(await stored()).toEqual([black, white]);
  const sizes = (rows: string) =>
    `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\n${rows}`;
  const rows = 'pump,Pump,Size,36,LS-1,10\npump,,,37,LS-2,10\n';
  expect((await runImport(sizes(rows))).result).toMatchObject({ changed: 1, refused: 0 });
  expect(await stored()).toEqual([black, { ...white, size: '37' }]);
  expect((await runImport(sizes(rows))).result).toMatchObject({ unchanged: 1 });
  const { problems } = await runImport(sizes('pump,Pump,Size,36,LS-3,10\n'));
  expect(problems.map(({ reason }) => reason)).toEqual([
    'pump: The file does not say which variant 36 is. Please add a column for the other options.',
  ]);

  const tags = await runImport(
    'Handle,Title,Tags,SEO Title\npump,Pump,"a, b",Shoes\nnew,New,c,N\n',
  );
  expect(tags).toMatchObject({
    result: { changed: 1, added: 0, refused: 1 },
    problems: [
      { line: 3, reason: 'new: It is not in the shop. New products need a price, except drafts.' },
    ],
  });
  const described = { ...black, tags: ['a', 'b'], seo: 'Shoes' };
  expect(await stored()).toEqual([
    described,
    { ...described, sku: 'LS-2', color: 'White', size: '37' },
  ]);
  // A column that staff choose changes only that one; the file is still one of Shopify.
  const mapping = JSON.stringify({ Material: 'Stoff', 'Variant Price': '' });
  const cells = { Handle: 'pump', Title: 'Pump', 'Variant SKU': 'LS-1', Stoff: 'Leather' };
  const chosen = await runImport(csv([{ ...cells, 'Variant Price': '99' }], ['Stoff']), {
    mapping,
  });
  expect(chosen).toMatchObject({ result: { changed: 1 }, problems: [] });
  expect(await stored()).toMatchObject([{ price: 1_000 }, { price: 1_000, color: 'White' }]);
  const { rows: goods } = await pool.query('select material from products');
  expect(goods).toEqual([{ material: 'Leather' }]);
});

test('goods without counted stock begin with the units that staff choose, and a product has no gender that nobody said', async () => {
  const { pool } = shop.database;
  const woo = [
    'Type,SKU,Name,Published,Parent,Regular price,Stock,In stock?,Attribute 1 name,Attribute 1 value(s)',
    'simple,CUP,Cup,1,,9,,1,,',
    'simple,JUG,Jug,1,,9,,0,,',
    'variable,TEE,Tee,1,,,,1,Talla,"S, M"',
    'variation,TEE-A,Tee,1,TEE,20,5,1,Talla,',
  ].join('\n');
  const stored = async () =>
    (
      await pool.query(`select sku, size, on_hand as units, v.active, gender
        from products p join variants v on v.product_id = p.id order by sku`)
    ).rows.map(({ sku, size, units, gender }) => `${sku} ${size} ${units} ${gender}`);
  const done = await runImport(woo, { uncounted: '12' });
  expect(done.problems).toMatchObject([{ line: 5, reason: expect.stringContaining('any Talla') }]);
  const first = ['CUP null 12 ', 'JUG null 0 ', 'TEE-A S 5 '];
  expect(await stored()).toEqual([...first, 'TEE-A-M M 0 ']);
  expect((await runImport(woo, { uncounted: '30' })).result).toMatchObject({ unchanged: 3 });

  const columns = 'Handle,Title,Variant SKU,Variant Price,Google Shopping / Gender';
  await runImport(`${columns}\nmug,Mug,MUG,5,\ncap,Cap,CAP,5,Men\n`);
  await runImport(`${columns}\ncap,Cap,CAP,6,\n`);
  // A file without that column keeps it, and the tags of a new product say it.
  await runImport(
    'Handle,Title,Variant SKU,Variant Price,Tags\ncap,Cap,CAP,7,womens\nvest,Vest,VEST,5,"Men, warm"\n',
  );
  expect(await stored()).toEqual([
    'CAP null 0 Men',
    ...first.slice(0, 2),
    'MUG null 0 ',
    ...[...first.slice(2), 'TEE-A-M M 0 ', 'VEST null 0 Men'],
  ]);
});

test('variations whose stock is counted together never have more units than the file says', async () => {
  const stock = async () =>
    (await query('select sku, on_hand as units from variants order by sku'))
      .map(({ sku, units }) => `${sku} ${units}`)
      .join();
  const woo = (units: string, ...variations: string[]) =>
    [
      'Type,SKU,Name,Published,Regular price,Parent,Stock,In stock?,Attribute 1 name,Attribute 1 value(s)',
      `variable,T,T,1,,,${units},1,Size,"XS, S, M, L"`,
      ...variations.map((one) => {
        const [size, own = ''] = one.split(' ');
        return `variation,T-${size},T,1,5,T,${own},1,Size,${size}`;
      }),
    ].join('\n');
  const imported = async (...file: Parameters<typeof woo>) => {
    expect((await runImport(woo(...file))).result).toMatchObject({ refused: 0 });
    return stock();
  };
  expect(await imported('9', 'S', 'M')).toBe('T-M 0,T-S 9');
  expect(await imported('9', 'XS', 'S', 'M')).toBe('T-M 0,T-S 9,T-XS 0');
  expect((await runImport(woo('9', 'XS', 'S', 'M'))).result).toMatchObject({ unchanged: 1 });
  // The file does not name those that have the units.
  expect(await imported('9', 'M')).toBe('T-M 0,T-S 9,T-XS 0');
  expect(await imported('11', 'M')).toBe('T-M 2,T-S 9,T-XS 0');
  expect(await imported('5', 'M parent')).toBe('T-M 0,T-S 5,T-XS 0');
  expect(await imported('12', 'S', 'M', 'XS')).toBe('T-M 0,T-S 12,T-XS 0');
  // One has units of its own.
  expect(await imported('8', 'L 3', 'M')).toBe('T-L 3,T-M 0,T-S 8,T-XS 0');
  // Customers can't buy an archived one.
  await query("update variants set archived_at = now(), active = false where sku = 'T-S'");
  expect(await imported('8', 'S', 'M')).toBe('T-L 3,T-M 5,T-S 0,T-XS 0');
});
