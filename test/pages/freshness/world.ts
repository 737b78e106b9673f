import { ask, type CallResponse, openShops, type Shops, type Somebody } from '../shops.ts';

/** Two shops with page caches on one database. Set by `openWorld`. */
export let shops: Shops;
/** The newest product of Cloths. */
export let shirt: { id: string; slug: string; name: string };

/** Opens the shops for all tests of freshness; returns how to close them. */
export async function openWorld(): Promise<() => Promise<void>> {
  // People come from different addresses, as `x-forwarded-for` says.
  shops = await openShops([64, 64], { TRUSTED_PROXIES: '127.0.0.1' });
  [shirt] = (
    await run(
      "select id, slug, name from products where category = 'Cloths' order by created_at desc, id desc",
    )
  ).rows;
  return () => shops.close();
}

export const shopper: Somebody = {
  name: 'Sam Customer',
  email: 'sam@example.com',
  image: null,
  role: 'shopper',
  count: 0,
};
export const run = (statement: string, values: unknown[] = []) =>
  shops.database.pool.query(statement, values);
export const rename = (name: string) =>
  run('update products set name = $2 where id = $1', [shirt.id, name]);

export async function page(shop: number, path: string, cookie = ''): Promise<string> {
  return (await respond(shop, path, { cookie })).body.toString();
}

export function respond(
  shop: number,
  path: string,
  headers = {},
  method = 'GET',
): Promise<CallResponse> {
  const asked = shops.running[shop];
  if (!asked) throw new Error('There is no such shop.');
  return ask(asked, path, headers, method);
}

/** Changes the goods behind the back of the triggers, as nothing in the shop does. */
export async function silently(statement: string, values: unknown[]): Promise<void> {
  await run('alter table products disable trigger user');
  await run(statement, values).finally(() => run('alter table products enable trigger user'));
}
