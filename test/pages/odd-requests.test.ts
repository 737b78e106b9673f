import { type IncomingMessage, request } from 'node:http';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import routes from '#web/routes.ts';
import { ODD_TEXTS } from '../fuzz/values.ts';
import { endWaiting } from '../support/held-back.ts';
import { Random } from '../support/random.ts';
import { openShops, type Shops } from './shops.ts';

// Every page, its parameters and the fields of its form, with values that nobody types.
// FUZZ_SEED=n and FUZZ_PAGES=n repeat a run or make it longer.

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
const PAGES = Number(process.env.FUZZ_PAGES ?? 200);
const AT_ONCE = 8;

let shops: Shops;
/** Cookie headers: of a guest with a cart, a customer and an admin. */
let people: string[];
/** Values that lead further than a form's first check, by the name of the field. */
let plausible: Record<string, string[]>;

beforeAll(async () => {
  shops = await openShops([64], { SHOP_ACCESS: 'public', TRUSTED_PROXIES: '127.0.0.1,::1' });
  const somebody = { email: 'fay@example.com', image: null, count: 2 };
  people = [
    await shops.admit({ ...somebody, name: null, role: 'shopper' }),
    await shops.admit({ ...somebody, name: 'Fay', role: 'shopper' }),
    await shops.admit({ ...somebody, name: 'Flora', role: 'admin' }),
  ];
  const { pool } = shops.database;
  const idsOf = async (select: string) => (await pool.query(select)).rows.map(({ id }) => id);
  plausible = {
    intent: [
      'add',
      'set',
      'remove',
      'buy',
      'acceptPrices',
      'settle',
      'change',
      'restore',
      'destination',
    ],
    part: ['profile', 'password', 'verify', 'session', 'sessions'],
    variantId: await idsOf('select id from variants limit 3'),
    productId: await idsOf('select id from products limit 3'),
    cartId: await idsOf('select id from carts'),
    category: ['Cloths', 'Full Set'],
    key: ['3f1d8c52-9d43-4a56-8d0f-1c2b3a4d5e6f'],
  };
});
afterAll(() => shops.close());

/** Fields that the shop's forms have, with something that fits. */
const FIELDS: Record<string, string> = {
  amount: '10',
  cartId: '',
  category: '',
  city: 'Dhaka',
  color: 'Ink',
  current: 'wandering-heron-42',
  descriptions: 'Soft.',
  email: 'fay@example.com',
  endOthers: 'yes',
  expectedTotalMinor: '1000',
  from: '/shoes',
  gender: 'Unisex',
  image: 'https://i.ibb.co/a.png',
  img: 'https://i.ibb.co/a.png',
  intent: '',
  inventory: '3',
  key: '',
  kind: 'rule',
  message: 'Hello',
  messageId: 'msg_1',
  move: '["Shoes",1]',
  name: 'Fay',
  order: '["Shoes"]',
  orderId: 'ord_1',
  part: '',
  password: 'wandering-heron-42',
  price: '9.90',
  productId: '',
  products: 'prd_1 prd_2',
  quantity: '1',
  reason: 'Torn',
  returnTo: '/shoes',
  ruleMax: '9.90',
  ruleTags: 'a, b',
  session: 'ses_none',
  size: 'M',
  sku: 'SKU-1',
  slug: 'hats',
  sure: 'on',
  to: 'Shoes',
  token: 'token',
  transaction: 'pi_1',
  user_email: 'fay@example.com',
  user_message: 'Hello',
  user_name: 'Fay',
  variantId: '',
  zip: '1205',
};

const QUERY = [
  ...['q', 'sort', 'show', 'after', 'category', 'min', 'max', 'stock', 'size', 'color', 'state'],
  ...['notice', 'remove', 'from', 'token', 'error', 'popup', 'image', 'list', 'index', '_routes'],
];

function pathsOf(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path = '', children = [] }) => {
    const own = path ? `${parent}/${path}` : parent;
    return [own || '/', ...pathsOf(children, own)];
  });
}
const PATHS = pathsOf(routes).filter((path) => path !== '/*');

/** As bytes of UTF-8 written with percent signs, half a surrogate pair included. */
const encoded = (text: string) =>
  text.replace(/[\s\S]/g, (unit) => {
    const code = unit.charCodeAt(0);
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    const bytes = isHalf
      ? [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
      : [...Buffer.from(unit)];
    return bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  });

interface Sent {
  method: string;
  path: string;
  body?: string;
}

/** After one of these forms somebody is no longer signed in. */
const LEAVES = new Set(['/signOut', '/account/delete']);

async function send(dice: Random, { method, path, body }: Sent): Promise<number> {
  const [shop] = shops.running;
  const leaver = { name: 'Lea', email: 'lea@example.com', image: null, count: 0 };
  const cookie =
    method === 'POST' && LEAVES.has(path)
      ? await shops.admit({ ...leaver, role: 'shopper' })
      : dice.pick(people);
  const headers = {
    accept: dice.pick(['text/html', '*/*']),
    cookie,
    origin: 'http://shop.test',
    host: 'shop.test',
    'x-forwarded-for': `10.${dice.below(256)}.${dice.below(256)}.${dice.below(256)}`,
    ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  return new Promise((resolve, reject) => {
    request(`${shop?.url}${path}`, { method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}

/** A path with its parameters filled in, and some of the query. */
function addressOf(dice: Random): string {
  const oddly = () => encoded(dice.pick(ODD_TEXTS));
  const path = dice.pick(PATHS).replace(/:\w+\??/g, () => (dice.chance(0.7) ? oddly() : 'x'));
  const query = QUERY.filter(() => dice.chance(0.2)).map((name) => `${name}=${oddly()}`);
  const end = dice.chance(0.2) && path !== '/' ? '.data' : '';
  // What is longer is refused by Node itself.
  return `${path}${end}?${query.join('&')}`.slice(0, 12_000).replace(/%[\da-f]?$/, '');
}

function formOf(dice: Random): string {
  const oddness = dice.pick([0.05, 0.2, 0.9]);
  return Object.entries(FIELDS)
    .map(([name, fits]) => {
      const value = dice.chance(oddness)
        ? dice.pick(ODD_TEXTS)
        : fits || dice.pick(plausible[name] ?? ['']);
      return `${name}=${encoded(value)}`;
    })
    .concat(dice.chance(0.1) ? [`${encoded(dice.pick(ODD_TEXTS).slice(0, 300))}=x`] : [])
    .join('&')
    .slice(0, 60_000);
}

test(`no page and no form fails, whatever it is sent: ${PAGES} of each, seed ${SEED}`, async () => {
  const failures: unknown[] = [];
  const statuses = new Map<number, number>();
  const formPaths: string[] = [];
  for (const path of PATHS.map((pattern) => pattern.replace(/:\w+\??/g, 'x'))) {
    const status = await send(new Random(SEED), { method: 'POST', path, body: '' });
    if (status !== 405) formPaths.push(path);
  }
  expect(formPaths.length).toBeGreaterThan(12);
  async function one(number: number): Promise<void> {
    const dice = new Random(Math.imul(SEED, 0x9e3779b1) + number);
    const sent = [
      { method: 'GET', path: addressOf(dice) },
      { method: 'POST', path: dice.pick(formPaths), body: formOf(dice) },
    ];
    for (const asked of sent) {
      const status = await send(dice, asked);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) failures.push({ number, status, ...asked });
    }
  }
  for (let done = 0; done < PAGES && failures.length < 5; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => one(done + i)));
  }
  console.log(
    `pages: ${[...statuses]
      .sort()
      .map((pair) => pair.join(': '))
      .join(', ')}`,
  );
  expect(failures).toEqual([]);
  const faults = shops.running[0]
    ?.output()
    .split('\n')
    .filter((line) => line.includes('"error"'));
  expect(faults).toEqual([]);
});

test.each([
  [`/mailbox?q=${"'".repeat(2_500)}`, '/admin/emails'],
  [`/mailbox/${"'".repeat(2_500)}`, '/'],
])('a redirect fits into the headers of a proxy: %#', async (path, to) => {
  const response = await fetch(`${shops.running[0]?.url}${path}`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([301, to]);
});

test.each([
  ['/account', 'auth_accounts'],
  ['/account/delete', 'auth_accounts'],
  // A script requests these two.
  ['/myOrders.data', 'orders'],
  ['/quickView/1.data', 'products'],
  // The page cache asks the app for this one.
  ['/products?category=Gadget&limit=7', 'variants'],
])('%s is 503, and no fault of the shop, while the database is lost', async (path, table) => {
  const { pool } = shops.database;
  const holder = await pool.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  const [shop] = shops.running;
  const loggedBefore = shop?.output().length;
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    const accept = path.endsWith('.data') ? '*/*' : 'text/html';
    const headers = { host: 'shop.test', accept, cookie: people[1] ?? '' };
    request(`${shop?.url}${path}`, { headers }, (incoming) => {
      incoming.resume().on('end', () => resolve(incoming));
    })
      .on('error', reject)
      .end();
  });
  const ending = setInterval(() => endWaiting(pool, table), 20);
  try {
    const { statusCode, headers } = await response;
    expect([statusCode, headers['retry-after']]).toEqual([503, '10']);
    const logged = () => shop?.output().slice(loggedBefore);
    await expect.poll(logged).toContain('"request.unavailable"');
    expect(logged()).not.toContain('"error"');
  } finally {
    clearInterval(ending);
    await holder.query('rollback');
    holder.release();
  }
});
