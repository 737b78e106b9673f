import { afterAll, beforeAll, expect, test } from 'vitest';
import { stock } from '../support/goods.ts';
import { Random } from '../support/random.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import { type Schema, valueMaker } from './values.ts';

// Every call of the description, with what it asks for and what it does not, as everybody there is.
// FUZZ_SEED=n and FUZZ_REQUESTS=n repeat a run or make it longer.

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 5_000);
const AT_ONCE = 12;
/** The types of calls that return files. */
const FILES = ['text/csv; charset=utf-8', 'application/pdf'];

interface Operation {
  'x-policy': string;
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

let shop: TestShop;
let people: Client[];
let admin: Client;
/** Words that mean something to the shop, by the name of a field; the newest are at the end. */
const known: Record<string, string[]> = {
  category: ['Cloths', 'Full Set'],
  city: ['Dhaka', 'Chittagong'],
  number: ['4242424242424242', '4000000000000002', '4000002500003155'],
  'idempotency-key': ['k-1', 'k-2', 'k-3'],
  'if-match': ['"1"', '"2"', '"3"'],
  url: ['/pictures/a-800.webp'],
  publishAt: ['2030-01-01T00:00:00Z'],
};
const wordsFor = (name: string): string[] =>
  known[name]?.length ? known[name] : ['Unisex', '1205', '123', 'k-1'];

function learn(name: string, word: unknown): void {
  if (typeof word !== 'string' || !word || word.length > 300) return;
  known[name] ??= [];
  known[name].push(word);
  if (known[name].length > 30) known[name].shift();
}

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 30 });
  admin = await shop.admin('Flora Fuzzed');
  people = [
    shop.guest(),
    await shop.shopper('Fay Fuzzed'),
    await shop.shopper('Finn Fuzzed'),
    admin,
  ];
  for (const { email } of people) learn('email', email);
});
afterAll(() => shop.close());

async function restock(): Promise<void> {
  // Its calls rename categories and remove them.
  const { categories } = await shop.context.ctx.siteContent.read();
  const category = categories[0]?.name;
  const goods = await stock(shop, { name: 'Fuzzed Shirt', inventory: 900, category });
  learn('_id', goods.id);
  learn('sku', goods.variants[0]?.sku);
}

test(`no call fails, whatever it is sent: ${REQUESTS} requests, seed ${SEED}`, {
  timeout: 300_000,
}, async () => {
  const { paths, components } = await (await shop.guest().get('/openapi.json')).json();
  const operations = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  // Nearly half of the requests go to the few calls that are not for staff.
  const [forStaff, others] = [
    operations.filter(({ operation }) => operation['x-policy'] === 'admin'),
    operations.filter(({ operation }) => operation['x-policy'] !== 'admin'),
  ];
  const valueFor = valueMaker(components.schemas, wordsFor);
  const statuses = new Map<number, number>();
  const failures: unknown[] = [];

  async function send(number: number): Promise<void> {
    const dice = new Random(Math.imul(SEED, 0x9e3779b1) + number);
    const { path, method, operation } = dice.pick(dice.chance(0.45) ? others : forStaff);
    const oddness = dice.pick([0, 0.02, 0.1, 0.4]);
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    let address = path;
    for (const parameter of operation.parameters ?? []) {
      if (!parameter.required && dice.chance(0.5)) continue;
      const names: Record<string, string> = {
        '/products': '_id',
        '/api': '_id',
        '/orders': 'orderId',
      };
      const name = parameter.in === 'path' ? names[/^\/\w+/.exec(path)?.[0] ?? ''] : parameter.name;
      const wanted = valueFor(parameter.schema, dice, oddness, name);
      const value = typeof wanted === 'object' ? JSON.stringify(wanted) : String(wanted);
      if (parameter.in === 'query') query.set(parameter.name, value);
      // What no HTTP client can send as a header is not sent.
      if (parameter.in === 'header' && /^[\x21-\x7e]*$/.test(value))
        headers[parameter.name] = value;
      if (parameter.in === 'path') {
        const encoded = encodeURIComponent(value.toWellFormed());
        address = address.replace(`{${parameter.name}}`, dice.chance(0.02) ? '%ff' : encoded);
      }
    }
    if (query.size > 0) address += `?${query}`;
    const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
    let body: unknown;
    if (type === 'multipart/form-data') {
      body = new FormData();
      const bytes = Uint8Array.from({ length: dice.below(300) }, () => dice.below(256));
      (body as FormData).append(dice.pick(['image', 'x']), new Blob([bytes]), 'x.png');
    } else if (content) {
      body = dice.chance(0.02) ? '{"a":' : valueFor(content.schema, dice, oddness);
      if (body === undefined) body = null;
    }
    const isForStaff = operation['x-policy'] === 'admin';
    // Whoever is refused for who they are gets no further; test/api/guards.test.ts looks at that.
    const who = dice.pick(isForStaff && dice.chance(0.7) ? [admin] : people);
    const response = await who.request(method.toUpperCase(), address, body, headers);
    const text = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
    // An id of nothing, or of two dots, makes it the address of a page.
    const isPage = response.status === 404 && text === 'a page';
    if (response.status >= 500 || (response.status >= 400 && !isProblem && !isPage)) {
      const sent = JSON.stringify(body)?.slice(0, 500);
      failures.push({ number, method, address, sent, status: response.status, text });
    } else if (
      response.status < 300 &&
      !FILES.includes(response.headers.get('content-type') ?? '')
    ) {
      for (const item of [JSON.parse(text)].flat().slice(0, 3)) {
        learn(path.startsWith('/orders') ? 'orderId' : '_id', item?._id);
        learn('orderId', item?.orderId);
        learn('slug', item?.slug);
        learn('sku', item?.variants?.[0]?.sku);
        learn('clientSecret', item?.clientSecret);
        learn('transaction', item?.clientSecret?.split('_secret_')[0]);
      }
    }
  }

  for (let done = 0; done < REQUESTS && failures.length < 5; done += AT_ONCE) {
    if (done % (AT_ONCE * 50) === 0) await restock();
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => send(done + i)));
  }
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  console.log(`fuzz: ${operations.length} calls, ${counts.join(', ')}`);
  expect(failures).toEqual([]);
  expect([...statuses.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(REQUESTS);
  await expectSoundLedger(shop);
});
