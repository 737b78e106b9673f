import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, inject } from 'vitest';
import { DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';
import { addressHeader } from './browser.ts';

/** A product as the calls return it; the part that tests need. */
export interface Goods {
  _id: string;
  slug: string;
  name: string;
  category: string;
  price: number;
  descriptions: string;
  img: string | null;
  /** Units that can be ordered, of all variants. */
  inventory: number;
  variants: { _id: string; sku: string; size: string | null; color: string | null }[];
}

/** An image that the demo shop has. */
export const IMAGE = '/pictures/skerry-cable-jumper-bone-800.webp';

/** Somebody who uses a shop by its calls, and whose session a page can be opened with. */
export class Person {
  readonly name: string;
  readonly email: string;
  readonly #cookies = new Map<string, string>();
  readonly #address = addressHeader();
  readonly #shopUrl: string;

  constructor(name = '', email = '', shopUrl = inject('shopUrl')) {
    this.name = name;
    this.email = email;
    this.#shopUrl = shopUrl;
  }

  /** For `browser.open`: the page belongs to this person from its first load on. */
  get storageState(): NonNullable<BrowserContextOptions['storageState']> {
    return { cookies: this.cookies, origins: [] };
  }

  get cookies() {
    return [...this.#cookies].map(([name, value]) => ({
      name,
      value,
      domain: new URL(this.#shopUrl).hostname,
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    }));
  }

  /** Goes on with the session of somebody who signed in before. */
  take(cookies: Person['cookies']): void {
    for (const { name, value } of cookies) this.#cookies.set(name, value);
  }

  /** A call with a JSON body. */
  call(method: string, path: string, body?: unknown): Promise<Response> {
    return this.#send(path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** A form as the browser posts it where there is no script. */
  post(path: string, fields: Record<string, string>): Promise<Response> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const response = await this.ask(path, init);
    if (response.status >= 400)
      throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  /** Any request, whatever the response. */
  async ask(path: string, init: RequestInit): Promise<Response> {
    const origin = this.#shopUrl;
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...this.#address, origin, cookie };
    const response = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}

/** Of every account that `newShopper` makes. */
export const PASSWORD = 'wandering-heron-42';

let count = 0;

/** A new account in the shop that all browser tests share, or in another one. */
export async function newShopper(name: string, shopUrl?: string): Promise<Person> {
  count += 1;
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.called.${count}@example.com`;
  const person = new Person(name, email, shopUrl);
  await person.call('POST', '/api/auth/sign-up/email', { name, email, password: PASSWORD });
  return person;
}

/** Signs the same person in once more, as on another device. */
export async function newSession({ name, email }: Person): Promise<Person> {
  const person = new Person(name, email);
  await person.call('POST', '/api/auth/sign-in/email', { email, password: PASSWORD });
  return person;
}

const demoCookies = new Map<string, Person['cookies']>();

/** One of the demo shop's own accounts. It signs in once, and again after somebody signed it out. */
export async function demoPerson(email: 'admin@example.com' | 'shopper@example.com') {
  const name = email.startsWith('admin') ? 'Demo Admin' : 'Demo Shopper';
  const person = new Person(name, email);
  person.take(demoCookies.get(email) ?? []);
  const session = await (await person.ask('/api/auth/get-session', {})).json();
  if (session) return person;
  const again = new Person(name, email);
  await again.call('POST', '/api/auth/sign-in/email', { email, password: DEMO_PASSWORD });
  demoCookies.set(email, again.cookies);
  return again;
}

/** Signs a page in without the form: what it loads next is for this account of the demo shop. */
export async function signInAs(page: Page, email: Parameters<typeof demoPerson>[0]) {
  await page.context().addCookies((await demoPerson(email)).cookies);
}

/** Registers a new account and signs a page in to it, without the form; what it loads next is for them. */
export async function signUpAs(page: Page, name: string): Promise<Person> {
  const person = await newShopper(name);
  await page.context().addCookies(person.cookies);
  return person;
}

/** Products for the tests of one file; they leave the shop with it. */
export function stockroom() {
  const added: string[] = [];
  const getAdmin = () => demoPerson('admin@example.com');
  afterAll(async () => {
    for (const id of added) await (await getAdmin()).call('DELETE', `/products/${id}`);
  });
  return {
    getAdmin,
    async add(name: string, change: Record<string, unknown> = {}): Promise<Goods> {
      const response = await (await getAdmin()).call('POST', '/products', {
        name,
        category: 'Gadget',
        price: 20,
        descriptions: `${name}, for tests.`,
        gender: 'Unisex',
        img: null,
        inventory: 500,
        ...change,
      });
      const goods: Goods = await response.json();
      added.push(goods._id);
      return goods;
    },
    /** Edits a version of a product: the first one, unless another is given. */
    async edit({ _id }: Goods, changes: object, version = 1): Promise<void> {
      const response = await (await getAdmin()).ask(`/api/v1/products/${_id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'if-match': `"${version}"` },
        body: JSON.stringify(changes),
      });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}

/** A product of the demo shop without options, of which there is some. */
export async function findPlain(person: Person): Promise<Goods> {
  const gadgets: Goods[] = await (await person.call('GET', '/products?category=Gadget')).json();
  const plain = gadgets.find(({ inventory, variants }) => inventory > 0 && variants.length === 1);
  if (!plain) throw new Error('The demo shop has no gadget in stock without options.');
  return plain;
}

/** Puts the first variant of a product into somebody's cart. */
export async function fillCart(person: Person, goods: Goods, quantity = 1): Promise<void> {
  const variantId = goods.variants[0]?._id ?? '';
  await person.post('/cart', { intent: 'add', variantId, quantity: String(quantity) });
}

/** Makes the shipping estimate of somebody's cart. */
export async function estimateFor(person: Person, city = 'Dhaka', zip = '1205'): Promise<void> {
  await person.post('/shoppingCart', { intent: 'destination', city, zip });
}

export interface PlacedOrder {
  _id: string;
  totalAmount: number;
  transaction: string;
}

/** An order of one product that is still to be paid. */
export async function placeOrder(
  person: Person,
  goods: Goods,
  {
    quantity = 1,
    city = 'Dhaka',
    ...more
  }: { quantity?: number; city?: string; sku?: string } = {},
): Promise<PlacedOrder> {
  const sum = goods.price * quantity;
  const shippingCost = /chittagong/i.test(city) ? 60 : 120;
  const line = {
    _id: goods._id,
    name: goods.name,
    img: null,
    price: goods.price,
    quantity,
    ...more,
  };
  const response = await person.call('POST', '/orders', {
    cart: [{ ...line, totalAmount: sum }],
    city,
    shippingCost,
    grandTotalAmount: sum,
    totalAmount: sum + shippingCost,
    status: 'Pending',
  });
  return response.json();
}

/** Adds the delivery address of an order, so that staff are not asked about it. */
export async function addAddress(person: Person, id: string): Promise<void> {
  const response = await person.call('PUT', `/api/v1/orders/${id}/address`, {
    ...{ recipient: 'At Home', company: null, line1: '12 Lake Road', line2: null },
    ...{ city: 'Dhaka', region: null, postcode: '1205', country: 'BD', phone: '01712345678' },
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Pays an order by a card that is good; returns the transaction. */
export async function payOrder(person: Person, order: PlacedOrder): Promise<string> {
  const { totalAmount, _id: orderId } = order;
  const intent = await person.call('POST', '/create-payment-intent', { totalAmount, orderId });
  const { clientSecret } = await intent.json();
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' };
  const paid = await (await person.call('POST', '/sandbox/confirm', { clientSecret, card })).json();
  const { id: transaction, amount, created, last4 } = paid;
  await person.call('PUT', `/orders/${orderId}`, { amount, created, last4, transaction });
  return transaction;
}
