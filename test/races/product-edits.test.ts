import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#features/actor.ts';
import { orderSubmission } from '#features/checkout/checkout.schema.ts';
import { submitOrder } from '#features/checkout/checkout.ts';
import { editProduct, removeProducts } from '#features/product-management/product-management.ts';
import { editor } from '../support/editing.ts';
import { orderOf, stock } from '../support/goods.ts';
import { countWaiting, heldBack, heldUntil } from '../support/held-back.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let admin: Client;
let staff: Actor;
let goods: ReturnType<typeof editor>;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 40 });
  admin = await shop.admin();
  staff = actorOf(admin, 'admin');
  goods = editor(shop, admin);
});
afterAll(() => shop.close());

const productLock = (id: string) => ({
  text: 'select from products where id = $1 for update',
  values: [id],
});
const variantLock = (id: string) => ({
  text: 'select from variants where product_id = $1 for update',
  values: [id],
});
/** How many of these ended in which way. */
async function endings(work: Promise<unknown>[]): Promise<Record<string, number>> {
  const ended: Record<string, number> = {};
  for (const result of await Promise.allSettled(work)) {
    const how = result.status === 'fulfilled' ? 'done' : String(result.reason.code);
    ended[how] = (ended[how] ?? 0) + 1;
  }
  return ended;
}

test('of ten edits of one version exactly one wins, and the others change nothing', async () => {
  const { id, version } = await stock(shop, { name: 'Contested Shirt' });
  const { ctx } = shop.context;
  const edits = await heldBack(shop, productLock(id), () =>
    Array.from({ length: 10 }, (_, nr) =>
      editProduct(ctx, staff, id, version, { brand: `Edition ${nr}` }).then(
        ({ brand }) => brand,
        (error) => error.code,
      ),
    ),
  );
  const won = edits.filter((end) => end !== 'edit_conflict');
  expect(won).toHaveLength(1);
  expect(await goods.read(id)).toMatchObject({ brand: won[0], version: version + 1 });
  expect(await goods.auditOf(id)).toHaveLength(2);
});

/** Accounts as they are after signing up, without the cost of the passwords. */
async function accounts(count: number): Promise<Actor[]> {
  const ids = Array.from({ length: count }, () => `usr_${randomUUID()}`);
  await shop.database.pool.query(
    `insert into users (id, name, email) select id, 'Racer', id || '@example.com'
     from unnest($1::text[]) id`,
    [ids],
  );
  return ids.map((id) => ({
    user: {
      id,
      email: `${id}@example.com`,
      name: 'Racer',
      image: null,
      role: 'shopper',
      emailVerified: false,
    },
    session: null,
    cartToken: null,
  }));
}

test('an order beside archiving is placed whole before it, or refused after it', async () => {
  const { ctx } = shop.context;
  for (let round = 0; round < 8; round += 1) {
    const shirt = await stock(shop, { name: `Leaving Shirt ${round}`, inventory: 90 });
    const actors = await accounts(6);
    const place = (actor: Actor) =>
      submitOrder(ctx, actor, orderSubmission.parse(orderOf(shirt)), randomUUID());
    const archive = () => editProduct(ctx, staff, shirt.id, shirt.version, { status: 'archived' });
    const ended = await heldBack(shop, variantLock(shirt.id), () => {
      const before = actors.slice(0, round % 4).map(place);
      return [...before, archive(), ...actors.slice(round % 4).map(place)].map((work) =>
        endings([work]),
      );
    });
    const placed = ended.filter(({ done }) => done).length - 1;
    const refused = ended.filter(({ product_unavailable: one }) => one).length;
    expect(placed + refused).toBe(actors.length);
    const [row] = (
      await shop.database.pool.query('select on_hand, active from variants where product_id = $1', [
        shirt.id,
      ])
    ).rows;
    expect(row).toEqual({ on_hand: 90 - placed, active: false });
    const late = endings((await accounts(1)).map(place));
    expect(await late).toEqual({ product_unavailable: 1 });
  }
  await expectSoundLedger(shop);
});

test('an edit and a removal lock variants in the order of orders, so no two wait in a circle', async () => {
  const { ctx } = shop.context;
  const coats = [await goods.coat('Knotted Coat'), await goods.coat('Looped Coat')];
  const [knotted, looped] = coats;
  if (!knotted || !looped) throw new Error('two coats');
  const first = knotted.variants[0]?.id;
  // Behind the others in the table: a statement that locks as it reads comes to it last.
  await shop.database.pool.query('update variants set position = position where id = $1', [first]);
  const last = looped.variants[1]?.id;
  const pairs: [string | undefined, () => Promise<unknown>][] = [
    [
      knotted.variants[1]?.id,
      () => {
        const variants = ['M', 'S'].map((size) => ({ sku: `KNOTTED-COAT-${size}`, barcode: '1' }));
        return editProduct(ctx, staff, knotted.id, knotted.version, { variants });
      },
    ],
    [last, () => removeProducts(ctx, staff, [looped.id, knotted.id])],
  ];
  for (const [next, work] of pairs) {
    const order = await shop.database.pool.connect();
    try {
      const lock = 'select from variants where id = $1 for update';
      await order.query('begin');
      await order.query(lock, [first]);
      const waiting = work();
      await expect.poll(() => countWaiting(shop)).toBe(1);
      // Whoever waits for the first one holds no later one.
      await order.query(`${lock} nowait`, [next]);
      await order.query('rollback');
      await waiting;
    } finally {
      order.release(true);
    }
  }
});

test('an edit of units that waits for an order does not bring back what the order took', async () => {
  const { ctx } = shop.context;
  const { id, version, variants } = await stock(shop, { name: 'Sold Meanwhile', inventory: 10 });
  const [variant] = variants;
  const set = (from: number, to: number) =>
    editProduct(ctx, staff, id, version, {
      variants: [{ _id: variant?.id, onHand: { from, to } }],
    });
  const sale = [
    `update variants set on_hand = on_hand - 3 where id = '${variant?.id}'`,
    `insert into stock_movements (variant_id, quantity, reason, actor)
     values ('${variant?.id}', -3, 'damaged', 'somebody')`,
  ];
  expect(await heldUntil(shop, sale, () => endings([set(10, 12)]))).toEqual({ edit_conflict: 1 });
  expect((await goods.read(id)).inventory).toBe(7);
  await expectSoundLedger(shop);
});

test.each([
  ['is given up', 'left', 'insert into product_slugs (slug, product_id) values ($1, $2)'],
  ['is taken', 'taken', 'update products set slug = $1 where id = $3'],
])('a slug that %s beside an edit belongs to one product', async (_, word, statement) => {
  const { ctx } = shop.context;
  const leaving = await stock(shop, { name: `Slug ${word}` });
  const taking = await stock(shop, { name: `Other ${word}` });
  const { version } = await goods.edit(leaving.id, { status: 'archived' });
  const other = await shop.database.pool.connect();
  try {
    const values = [leaving.slug, leaving.id, taking.id];
    await other.query('begin');
    // The parameters that the statement does not name.
    await other.query(`with ids as (select $1::text, $2::text, $3::text) ${statement}`, values);
    const edit =
      word === 'left'
        ? editProduct(ctx, staff, taking.id, taking.version, { slug: leaving.slug })
        : editProduct(ctx, staff, leaving.id, version, { slug: `free-${word}` });
    const ended = endings([edit]);
    await expect.poll(() => countWaiting(shop)).toBe(1);
    await other.query('commit');
    expect(await ended).toEqual({ invalid_request: 1 });
  } finally {
    other.release(true);
  }
  await expectSoundLedger(shop);
});

test('a slug that is given up beside new products goes to none of them', async () => {
  const leaving = await stock(shop, { name: 'Slug Former' });
  await goods.edit(leaving.id, { status: 'archived' });
  // As an import adds them: in one statement, and the last one wants the slug.
  const added = `insert into products select (jsonb_populate_record(p,
      jsonb_build_object('id', 'prd_' || n, 'slug', case n when 2 then p.slug else 'slug-new' end,
        'status', 'draft', 'deleted_at', null))).*
    from products p cross join generate_series(1, 2) n where p.id = '${leaving.id}' order by n`;
  const given = 'insert into product_slugs (slug, product_id) values ($1, $2)';
  const other = await shop.database.pool.connect();
  try {
    await other.query('begin');
    await other.query(given, [leaving.slug, leaving.id]);
    const refused = expect(shop.database.pool.query(added)).rejects.toMatchObject({
      constraint: 'products_slug_not_former',
    });
    await expect.poll(() => countWaiting(shop)).toBe(1);
    await other.query('commit');
    await refused;
  } finally {
    other.release(true);
  }
  await expectSoundLedger(shop);
});
