import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, socketUrl, type TestDatabase } from '../support/database.ts';
import { openDatabaseProxy } from '../support/database-proxy.ts';
import { clearAway, freePort, spawnShop, temporaryFolder } from './shop-process.ts';

let database: TestDatabase;
let DATA_DIR: string;
beforeAll(async () => {
  database = await createDemoDatabase(2);
  DATA_DIR = await temporaryFolder();
});
afterAll(async () => {
  await clearAway();
  await database.close();
});

const urlAt = (port: number, password = database.connection.password) =>
  `postgres://${database.connection.user}:${password}@127.0.0.1:${port}/${database.connection.database}`;

test('a start while the database is away waits for it; when it falls silent, the shop says so', async () => {
  const port = await freePort();
  const shop = await spawnShop({ DATA_DIR, DATABASE_URL: urlAt(port) });
  await expect.poll(shop.output, { timeout: 30_000 }).toContain('database.waiting');
  const proxy = await openDatabaseProxy(database.connection, port);
  await shop.open();
  const [first = '', ...others] = shop.output().trim().split('\n');
  expect(JSON.parse(first)).toMatchObject({
    level: 'warn',
    event: 'database.waiting',
    place: `${database.connection.user}@127.0.0.1:${port}/${database.connection.database}`,
    seconds: 30,
    why: 'ECONNREFUSED',
  });
  expect(others.join()).not.toContain('"level"');

  const get = (path: string) => fetch(`${shop.address}${path}`);
  expect((await get('/')).status).toBe(200);
  proxy.silence();
  for (const response of await Promise.all(['/readyz', '/'].map(get))) {
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('10');
  }
  expect((await get('/healthz')).status).toBe(200);
  proxy.speak();
  await expect.poll(async () => (await get('/readyz')).status).toBe(200);
  expect((await get('/')).status).toBe(200);
  shop.kill('SIGTERM');
  expect((await shop.ended).code).toBe(0);
  proxy.close();
});

test.for(['refuses', 'is silent'])(
  'a start that waits where the port %s is called off',
  async (how) => {
    const silent = createServer(() => {});
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const { port } = silent.address() as { port: number };
    if (how === 'refuses') await new Promise((done) => silent.close(done));
    const shop = await spawnShop({ DATA_DIR, DATABASE_URL: urlAt(port) });
    if (how === 'refuses') {
      await expect.poll(shop.output, { timeout: 30_000 }).toContain('database.waiting');
    }
    if (how === 'is silent') await new Promise((done) => silent.once('connection', done));
    shop.kill('SIGTERM');
    expect((await shop.ended).code).toBe(0);
    if (how === 'is silent') silent.close();
  },
);

test('a start with a wrong password fails at once', async () => {
  // A minute of waiting would outlast the test.
  const env = { DATA_DIR, DATABASE_WAIT_SECONDS: '600' };
  const url = socketUrl({ ...database.connection, password: 'wrong-one' });
  const { code, lines } = await (await spawnShop({ ...env, DATABASE_URL: url })).ended;
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringContaining('it refuses the user name or the password')]);
  expect(lines.join()).not.toContain('wrong-one');
});
