import { DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';

/** A signed-in customer who uses only calls. */
export interface Customer {
  cookie: string;
}

export const signInCustomer = (url: string) =>
  enter(url, 'sign-in', { email: 'shopper@example.com', password: DEMO_PASSWORD });

export const signInAdmin = (url: string) =>
  enter(url, 'sign-in', { email: 'admin@example.com', password: DEMO_PASSWORD });

/** Registers a new account; `index` makes the account and its network address unique. */
export async function registerCustomer(
  url: string,
  index: number,
): Promise<Customer & { address: string }> {
  const body = {
    name: `Bench Customer ${index}`,
    email: `bench.${index}@example.com`,
    password: 'wandering-heron-42',
  };
  const address = `10.9.${Math.floor(index / 250)}.${(index % 250) + 1}`;
  return { ...(await enter(url, 'sign-up', body, { 'X-Forwarded-For': address })), address };
}

async function enter(
  url: string,
  how: 'sign-in' | 'sign-up',
  body: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Customer> {
  const response = await fetch(`${url}/api/auth/${how}/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${body.email} could not ${how}: ${await response.text()}`);
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { cookie: cookies.join('; ') };
}
