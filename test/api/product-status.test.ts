import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addToCart, getCart } from '#features/cart/cart.ts';
import { importProducts } from '#features/product-management/import/import-products.ts';
import {
  addStaffProduct,
  duplicateProduct,
} from '#features/product-management/product-management.ts';
import { runJobs } from '#server/jobs/jobs.ts';
import { newId } from '#shared/ids.ts';
import { editor } from '../support/editing.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const clock = { now: Date.parse('2026-11-21T10:00:00Z') };
const HOUR = 3_600_000;
let shop: TestShop;
let admin: Client;
let sam: Client;
let goods: ReturnType<typeof editor>;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(clock.now), shopConfig: { access: 'public' } });
  admin = await shop.admin();
  sam = await shop.shopper('Sam Customer');
  goods = editor(shop, admin);
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const inAnHour = () => new Date(clock.now + HOUR).toISOString();
const idOf = async (key: string) => {
  const response = await sam.get(`/products/${key}`);
  return response.status === 200 ? (await response.json())._id : response.status;
};

test('a draft needs no details and no gender, and details before it is active or scheduled', async () => {
  const { ctx } = shop.context;
  const draft = await addStaffProduct(ctx, actorOf(admin, 'admin'), {
    ...{ name: 'Sketched Cap', category: 'Jersey', price: 1_200 },
  });
  expect(draft).toMatchObject({ status: 'draft', descriptions: '', gender: '' });
  expect(await idOf(draft.slug)).toBe(404);
  const details = 'Details are needed before';
  for (const changes of [
    { status: 'active' },
    { status: 'scheduled', publishAt: inAnHour() },
    { status: 'active', descriptions: ' ' },
  ]) {
    expect(await goods.refused(draft.id, changes)).toContain(details);
  }
  await goods.edit(draft.id, { status: 'active', descriptions: 'A cap.' });
  expect(await idOf(draft.slug)).toBe(draft.id);
  expect(await goods.refused(draft.id, { descriptions: '' })).toContain(details);

  // A form that is sent again is that product, and one that was changed meanwhile is refused.
  const given = newId('prd');
  const add = (name: string) =>
    addStaffProduct(
      ctx,
      actorOf(admin, 'admin'),
      {
        ...{ name, category: 'Jersey', price: 900, slug: 'repeated-cap' },
        variants: [{ sku: 'REPEATED-CAP', inventory: 4 }],
      },
      given,
    );
  const added = await Promise.all([add('Repeated Cap'), add('Repeated Cap')]);
  expect(added.map(({ id }) => id)).toEqual([given, given]);
  expect(await add('Repeated Cap')).toMatchObject({ id: given, version: 1 });
  await expect(add('Another Cap')).rejects.toThrow('has added the product “Repeated Cap” already');

  // An import takes what it gets; such a product can be changed.
  await shop.database.pool.query(`update products set descriptions = '' where id = $1`, [draft.id]);
  await goods.edit(draft.id, { price: 13 });
});

describe('a status', () => {
  test.each([
    ['draft', () => ({ status: 'draft' })],
    ['scheduled', () => ({ status: 'scheduled', publishAt: inAnHour() })],
    ['archived', () => ({ status: 'archived' })],
  ])(
    '%s keeps a product from every list, cart and order, until it is active again',
    async (status, changes) => {
      const shirt = await stock(shop, { name: `Status ${status}`, category: 'Jersey' });
      const variantId = shirt.variants[0]?.id ?? '';
      const guest = { user: null, session: null, cartToken: status.padStart(43, 'v') };
      const { ctx } = shop.context;
      const lists = [
        '/products',
        '/products?category=Jersey',
        '/products?q=status',
        '/sitemap-1.xml',
      ];
      for (const path of lists) {
        expect(await (await sam.get(path)).text(), path).toContain(shirt.slug);
      }
      await addToCart(ctx, guest, { variantId, quantity: 1 });
      expect(await goods.edit(shirt.id, changes())).toMatchObject({ status });
      for (const key of [shirt.id, shirt.slug]) expect(await idOf(key)).toBe(404);
      for (const path of lists) {
        expect(await (await sam.get(path)).text(), path).not.toContain(shirt.slug);
      }
      const adding = addToCart(ctx, actorOf(sam), { variantId, quantity: 1 });
      await expect(adding).rejects.toMatchObject({ code: 'product_unavailable' });
      expect((await getCart(ctx, guest)).lines).toMatchObject([{ onSale: false }]);
      const refused = await sam.post('/orders', orderOf(shirt));
      expect([refused.status, (await refused.json()).code]).toEqual([409, 'product_unavailable']);
      const back = await goods.edit(shirt.id, { status: 'active' });
      expect(back).toMatchObject({ status: 'active', publishAt: null, slug: shirt.slug });
      expect(await idOf(shirt.slug)).toBe(shirt.id);
      expect((await sam.post('/orders', orderOf(shirt))).status).toBe(201);
    },
  );

  test('scheduled becomes active at its time through the job, and can be edited until then', async () => {
    const { id, slug } = await stock(shop, { name: 'Coming Shirt' });
    const publishAt = inAnHour();
    await goods.edit(id, { status: 'scheduled', publishAt });
    await runJobs(shop.context);
    expect(await idOf(slug)).toBe(404);
    clock.now += HOUR;
    // Its time has come, and the job has not run yet.
    const scheduled = await goods.edit(id, { brand: 'Late', publishAt });
    expect(scheduled).toMatchObject({ status: 'scheduled', publishAt, brand: 'Late' });
    await runJobs(shop.context);
    expect(await idOf(slug)).toBe(id);
    const { version, publishAt: over } = await goods.read(id);
    expect([version, over]).toEqual([scheduled.version + 1, null]);
    expect((await goods.auditOf(id)).at(-1)).toEqual({
      actor: 'jobs',
      action: 'product.edit',
      detail: {
        name: 'Coming Shirt',
        changed: { status: ['scheduled', 'active'], publishAt: [publishAt, null] },
      },
    });
    await runJobs(shop.context);
    expect((await goods.read(id)).version).toBe(version);
  });

  test('scheduled of one product is reached although another one fails', async () => {
    const [stuck, free] = [
      await stock(shop, { name: 'Stuck Shirt' }),
      await stock(shop, { name: 'Free Shirt' }),
    ];
    const publishAt = inAnHour();
    for (const { id } of [stuck, free]) await goods.edit(id, { status: 'scheduled', publishAt });
    clock.now += HOUR;
    const { pool } = shop.database;
    await pool.query(`create function refuse_stuck() returns trigger language plpgsql as
      $$ begin raise exception 'stuck'; end $$;
      create trigger stuck before update on products for each row
      when (old.name = 'Stuck Shirt') execute function refuse_stuck()`);
    await runJobs(shop.context);
    expect([await idOf(stuck.slug), await idOf(free.slug)]).toEqual([404, free.id]);
    await pool.query('drop trigger stuck on products; drop function refuse_stuck');
    await runJobs(shop.context);
    expect(await idOf(stuck.slug)).toBe(stuck.id);
  });
});

describe('a slug', () => {
  test('that a product gave up leads to it, and it can take it back', async () => {
    const { id } = await stock(shop, { name: 'Moving Shirt' });
    await goods.edit(id, { slug: 'moved-shirt' });
    const again = await goods.edit(id, { slug: 'moved-again' });
    expect(again.formerSlugs.toSorted()).toEqual(['moved-shirt', 'moving-shirt']);
    for (const slug of ['moving-shirt', 'moved-shirt', 'moved-again']) {
      const response = await sam.get(`/products/${slug}`);
      expect(await response.json(), slug).toMatchObject({ _id: id, slug: 'moved-again' });
      const own = slug === 'moved-again' ? null : '/products/moved-again';
      expect(response.headers.get('content-location')).toBe(own);
    }
    const back = await goods.edit(id, { slug: 'moving-shirt' });
    expect(back.formerSlugs.toSorted()).toEqual(['moved-again', 'moved-shirt']);
    expect(await idOf('moved-again')).toBe(id);
    await goods.edit(id, { status: 'draft' });
    expect(await idOf('moved-again')).toBe(404);
  });

  test('of another product, now or earlier, is refused, and no other way leads to it', async () => {
    const { id } = await stock(shop, { name: 'Owning Shirt' });
    await goods.edit(id, { slug: 'owning-now' });
    const other = await stock(shop, { name: 'Taking Shirt' });
    for (const slug of ['owning-shirt', 'owning-now']) {
      expect(await goods.refused(other.id, { slug })).toContain('belongs to another product');
    }
    expect((await stock(shop, { name: 'Owning Shirt' })).slug).toBe('owning-shirt-2');
    const copy = await duplicateProduct(shop.context.ctx, actorOf(admin, 'admin'), other.id);
    expect((await goods.edit(copy.id, { name: 'Owning Shirt', status: 'active' })).slug).toBe(
      'taking-shirt-copy',
    );
    const csv = 'Handle,Title,Body (HTML),Variant Price\nowning-shirt,Owning Shirt,<p>x</p>,9.00\n';
    const report = await importProducts(shop.context.ctx, csv, {
      category: 'Cloths',
      actor: 'test',
    });
    expect(report).toMatchObject({ added: 0, changed: 1, problems: [] });
    expect(await idOf('owning-shirt')).toBe(id);
    const taken = `update products set slug = 'owning-shirt' where id = '${other.id}'`;
    await expect(shop.database.pool.query(taken)).rejects.toThrow('another product had the slug');
    const given = `insert into product_slugs values ('owning-now', '${other.id}')`;
    await expect(shop.database.pool.query(given)).rejects.toThrow('another product has the slug');
  });

  test('of an archived product may be taken; restored, it gets another one', async () => {
    const first = await stock(shop, { name: 'Phoenix Shirt' });
    await goods.edit(first.id, { status: 'archived' });
    const second = await stock(shop, { name: 'Phoenix Shirt' });
    expect(second.slug).toBe(first.slug);
    const restored = await goods.edit(first.id, { status: 'draft' });
    expect([restored.slug, restored.formerSlugs]).toEqual(['phoenix-shirt-2', []]);
    expect(await idOf('phoenix-shirt')).toBe(second.id);
    // Nor does it come to own what the other one has, when its own is changed while archived.
    const third = await stock(shop, { name: 'Ash Shirt' });
    await goods.edit(third.id, { status: 'archived' });
    const fourth = await stock(shop, { name: 'Ash Shirt' });
    expect((await goods.edit(third.id, { slug: 'cold-ash' })).formerSlugs).toEqual([]);
    await goods.edit(third.id, { status: 'active' });
    expect([await idOf('ash-shirt'), await idOf('cold-ash')]).toEqual([fourth.id, third.id]);
  });

  test('that a restored product had earlier is still its own', async () => {
    const { id, slug } = await stock(shop, { name: 'Returning Shirt' });
    await goods.edit(id, { slug: 'returned' });
    await goods.edit(id, { status: 'archived' });
    expect(await idOf(slug)).toBe(404);
    expect((await stock(shop, { name: 'Returning Shirt' })).slug).toBe('returning-shirt-2');
    expect(await goods.edit(id, { status: 'active' })).toMatchObject({ slug: 'returned' });
    expect(await idOf(slug)).toBe(id);
  });
});
