import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stock } from '../support/goods.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

// As in constraints.test.ts, for what surrounds orders.
let shop: TestShop;
let ids: { variant: string; sam: string };

beforeAll(async () => {
  shop = await openTestShop();
  const shirt = await stock(shop, { name: 'Solid Shirt' });
  const sam = await shop.shopper('Sam Solid');
  ids = { variant: shirt.variants[0]?.id ?? '', sam: sam.id };
});
afterAll(() => shop.close());

/** Runs a statement that must be refused, under this constraint or with these words. */
async function expectRefusal(statement: string, by: string | RegExp) {
  const error = await shop.database.pool.query(statement).then(
    () => null,
    (reason: { constraint?: string; message: string }) => reason,
  );
  expect(error, `nothing refused: ${statement}`).not.toBeNull();
  if (typeof by === 'string') expect(error?.constraint).toBe(by);
  else expect(error?.message).toMatch(by);
}

describe('a cart', () => {
  test('is the only open one of its owner, and has one owner', async () => {
    const cart = (id: string, user: string, token: string) =>
      `insert into carts (id, user_id, token_hash) values ('${id}', ${user}, ${token})`;
    await shop.query(cart('crt_1', `'${ids.sam}'`, 'null'));
    await shop.query(cart('crt_2', 'null', "'hash'"));
    await expectRefusal(cart('crt_3', `'${ids.sam}'`, 'null'), 'carts_one_open_per_user');
    await expectRefusal(cart('crt_3', 'null', "'hash'"), 'carts_one_open_per_visitor');
    await expectRefusal(cart('crt_3', 'null', 'null'), 'carts_one_owner');
    await expectRefusal(cart('crt_3', `'${ids.sam}'`, "'other'"), 'carts_one_owner');
  });

  test.each([0, 100])('holds no %i units of anything', async (quantity) => {
    const line = `insert into cart_lines (cart_id, variant_id, seen_price_minor, quantity)
      values ('crt_1', '${ids.variant}', 2000, ${quantity})`;
    await expectRefusal(line, 'cart_lines_quantity_in_range');
  });
});

test('an upload is named by a hash, stored whole or not at all, and used only when it is stored', async () => {
  const name = '0123456789abcdef0123456789abcdef';
  const upload = (as: string, set: string) =>
    `insert into uploads (name, bytes, uploader, created_at, url, width, height, used_at)
      values ('${as}', 1, 'test', now(), ${set})`;
  await expectRefusal(upload('../x', 'null, null, null, null'), 'uploads_name_is_a_hash');
  await expectRefusal(upload(name, "'/uploads/x', null, null, null"), 'uploads_stored_whole');
  await expectRefusal(upload(name, 'null, null, null, now()'), 'uploads_used_are_stored');
  await shop.query(upload(name, "'/uploads/x', 1, 1, now()"));
  const other = name.replace('0', 'f');
  await expectRefusal(upload(other, "'/uploads/x', 1, 1, null"), 'uploads_url_unique');
  await expectRefusal('update uploads set removing_at = now()', 'uploads_removed_have_no_address');
});

describe('a product and an account', () => {
  test('have values that make sense', async () => {
    const product = (set: string) => `update products set ${set}`;
    await expectRefusal(product('price_minor = -1'), 'products_price_in_range');
    await expectRefusal(product("name = ''"), 'products_name_not_blank');
    await expectRefusal(product("currency = 'usd'"), 'products_currency_is_iso');
    await expectRefusal(product("category = 'Hats'"), /foreign key/);
    const image = (url: string) => `insert into product_images (id, product_id, position, url, alt)
      select 'img_1', id, 0, '${url}', '' from products`;
    for (const url of ['http://i.ibb.co/a', '//evil.example/a', 'javascript:alert(1)', '/\\evil']) {
      await expectRefusal(image(url), 'product_images_url_is_safe');
    }
    const account = (set: string) => `update users set ${set} where id = '${ids.sam}'`;
    await expectRefusal(account("role = 'owner'"), 'users_role_is_known');
    await expectRefusal(account("email = 'Sam@Example.com'"), 'users_email_is_lower_case');
  });
});

test('a key of a file belongs to a job that exists, is not changed, and goes with its job', async () => {
  const job = (id: string) =>
    `insert into staff_jobs (id, kind, input, created_by) values ('${id}', 'import', '{}', 'test')`;
  const key = (of: string) =>
    `insert into staff_job_keys (job_id, key, line) select '${of}', n, n from generate_series(1, 9) n`;
  await shop.query(`${job('job_a')}; ${job('job_b')}; ${key('job_a')}; ${key('job_b')}`);
  await expectRefusal(key('job_c'), 'staff_job_keys_have_jobs');
  await expectRefusal("update staff_job_keys set job_id = 'job_c'", /never changed/);
  await shop.query("delete from staff_jobs where id = 'job_a'");
  const left = await shop.query('select distinct job_id from staff_job_keys');
  expect(left).toEqual([{ job_id: 'job_b' }]);
  // A job that is being deleted takes no further key.
  const client = await shop.database.pool.connect();
  await client.query("begin; delete from staff_jobs where id = 'job_b'");
  const late = expectRefusal(key('job_b').replaceAll('n,', 'n + 9,'), 'staff_job_keys_have_jobs');
  const waits =
    "select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'staff_job_keys'";
  await expect.poll(() => shop.query(waits)).toHaveLength(1);
  await client.query('commit');
  client.release();
  await late;
  expect(await shop.query('select from staff_job_keys')).toEqual([]);
});
