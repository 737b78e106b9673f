import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_BYTES } from '#adapters/read-text.ts';
import { type EngineProduct, NoCollectionError } from '#adapters/search/port.ts';
import { restAfterFailures } from '#adapters/search/resting.ts';
import { createTypesense } from '#adapters/search/typesense.ts';
import { silentLog } from '#shared/log.ts';
import {
  startTypesense,
  TYPESENSE_KEY,
  type TypesenseContract,
} from '../support/typesense-contract.ts';

let server: TypesenseContract;
beforeAll(async () => {
  server = await startTypesense({ 'linen-a': 'prd_a', 'straw-hat': 'prd_hat' });
});
beforeEach(() => {
  server.recover();
  server.asked.length = 0;
});
afterAll(() => server.close());

const open = (apiKey = TYPESENSE_KEY) =>
  createTypesense({ url: server.url, apiKey }, { findMs: 300, writeMs: 300 });
const words = { words: ['linen', 'shirt'], filter: null, sort: 'relevance', most: 1_000 } as const;

const AT = Date.UTC(2026, 10, 21, 10);
const shirt: EngineProduct = {
  id: 'prd_a',
  name: 'linen shirt a linenshirt shirta',
  kind: 'cloths',
  options: 'm navy a m navy unisex',
  details: 'linen shirt a for tests',
  categoryId: 'Cloths',
  choices: ['', 'sM', 'cNavy', 'sM cNavy'].flatMap((choice) => {
    const [size = '', color = ''] = choice.startsWith('c') ? ['', choice] : choice.split(' ');
    return [`${size}\x1f${color}\x1f`, `${size}\x1f${color}\x1f+`];
  }),
  inStock: true,
  lowestMinor: 2_000,
  highestMinor: 2_000,
  createdAt: new Date(Date.UTC(2026, 10, 1)),
  nameKey: 'linen shirt a',
  fill: AT,
};
const hat: EngineProduct = {
  ...shirt,
  id: 'prd_hat',
  name: 'refused',
  kind: 'gadget',
  options: 'rust hat unisex',
  details: 'straw hat for tests',
  categoryId: 'Gadget',
  choices: ['\x1f\x1f', '\x1f\x1f+', '\x1fcRust\x1f', '\x1fcRust\x1f+'],
  lowestMinor: 9_000,
  highestMinor: 9_000,
  createdAt: new Date(Date.UTC(2026, 10, 4)),
  nameKey: 'straw hat',
};

test('Typesense is asked as its documentation says, with values of filters that can end no filter', async () => {
  const engine = open();
  await engine.prepare();
  const ids = ['{linen-b}', 'prd_hat', 'prd_a', 'prd_deleted', '{linen-c}'];
  expect(await engine.find(words)).toEqual({ ids, total: 5 });
  const filter = {
    categoryId: 'Cloths',
    choices: [['\x1f\x1f#summer'], ['sM\x1fcNavy\x1f+', 'sM\x1fcRust\x1f+']],
    inStock: true,
    minMinor: 1_000,
    maxMinor: 5_000,
  };
  const narrowed = { words: ['shirt'], filter, sort: 'relevance', most: 10 } as const;
  expect(await engine.find(narrowed)).toEqual({ ids: ['prd_a'], total: 1 });
  const refused = await engine.put([shirt, hat]);
  const reason = 'Field `name` has been declared with another type.';
  expect(refused).toEqual([{ id: 'prd_hat', reason }]);
  await engine.remove(['prd_a']);
  await engine.remove([]);
  await engine.removeBefore(AT);
  expect(server.unknown).toEqual([]);
  const odd = { ...filter, categoryId: 'x] || fill:>0 || id:[`' };
  await engine.find({ ...narrowed, filter: odd }).catch(() => undefined);
  expect(String(server.asked.at(-1)?.body)).not.toContain('fill');
  server.fail({ status: 409, body: '{"message":"A collection with this name exists."}' });
  await engine.prepare();
});

test('a lost collection, another key, an outage and nonsense are errors without the key', async () => {
  await expect(open('wrong').find(words)).rejects.toThrow('401');
  server.fail({ status: 404, body: '{"message":"Not found."}' });
  await expect(open().find(words)).rejects.toThrow(NoCollectionError);
  const faults = [
    'drop',
    'hang',
    { status: 503, body: '{"message":"Not ready or lagging"}' },
    { status: 302 },
    { status: 200, body: 'null' },
    { status: 200, body: '<html>' },
    { status: 200, body: '{"results":[]}' },
    { status: 200, body: '{"results":[{"code":404,"error":"Not found."}]}' },
    { status: 200, body: '{"results":[{"found":1,"hits":[{"document":{"id":"a\\u0000"}}]}]}' },
    { status: 200, body: 'x'.repeat(MAX_BYTES + 1) },
  ] as const;
  for (const fault of faults) {
    server.fail(fault);
    const error = await open()
      .find(words)
      .catch((caught: unknown) => caught);
    expect([fault, error]).toEqual([fault, expect.any(Error)]);
    expect(`${error} ${(error as Error).cause}`).not.toContain(TYPESENSE_KEY);
  }
  server.fail({ status: 200, body: '{"success":true}' });
  await expect(open().put([shirt, hat])).rejects.toThrow('1 lines');
});

test('an engine that fails three times in a row rests, and then gets one search', async () => {
  let at = AT;
  const log: string[] = [];
  const warn = (_: string, fields: Record<string, unknown> = {}) =>
    void log.push(`${fields.rests}`);
  const engine = restAfterFailures(open(), {
    now: () => new Date(at),
    log: { ...silentLog, warn },
  });
  server.fail('drop', 2);
  for (let nr = 0; nr < 2; nr += 1) await expect(engine.find(words)).rejects.toThrow();
  // A success between two failures begins the count again.
  expect(await engine.find(words)).toMatchObject({ total: 5 });
  server.fail('drop');
  for (let nr = 0; nr < 5; nr += 1) await expect(engine.find(words)).rejects.toThrow();
  expect(server.asked).toHaveLength(6);
  expect(log).toEqual(['false', 'false', 'false', 'false', 'true']);
  at += 30_001;
  await Promise.all([1, 2, 3].map(() => engine.find(words).catch(() => undefined)));
  expect(server.asked).toHaveLength(7);
  server.recover();
  at += 30_001;
  expect(await engine.find(words)).toMatchObject({ total: 5 });
  expect(await engine.find(words)).toMatchObject({ total: 5 });
});
