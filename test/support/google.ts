import { startGoogleSignIn } from '#features/accounts/accounts.ts';
import type { Client, TestShop } from './shop.ts';

/** Where these tests are sent in the end. */
export const SUCCESS = '/shoes';
export const FAILURE = '/login?from=%2Fshoes';

/** Begins a sign-in with Google as the shop's page does; returns the address of the sandbox's page. */
export async function beginGoogle(shop: TestShop, client: Client): Promise<URL> {
  const { ctx, auth } = shop.context;
  const begun = await startGoogleSignIn(ctx, auth, {
    success: SUCCESS,
    failure: FAILURE,
    address: client.address,
  });
  client.keep(begun.cookies);
  return new URL(begun.url);
}

/** Chooses somebody at the sandbox's page; returns where the browser is sent, on the shop's origin. */
export async function chooseAtGoogle(
  client: Client,
  page: URL,
  fields: Record<string, string>,
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of page.searchParams) form.set(name, value);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await client.request('POST', page.pathname, form);
  const back = new URL(response.headers.get('location') ?? '');
  return back.pathname + back.search;
}

/** All of it; returns the address at which the browser ends. */
export async function signInWithGoogle(
  shop: TestShop,
  client: Client,
  person: { email: string; name?: string; verified?: 'yes' | 'no' },
): Promise<string> {
  const page = await beginGoogle(shop, client);
  const back = await chooseAtGoogle(client, page, { name: '', verified: 'yes', ...person });
  return endOf(await client.get(back));
}

/** Where a response leads, without the shop's own address. */
export function endOf(response: { headers: Headers }): string {
  return (response.headers.get('location') ?? '').replace('http://shop.test', '');
}
