import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { findBlockedFolder } from '#db/embedded/system-user.ts';
import { ensureBuild } from '../../scripts/ensure-build.ts';
import { createTestDatabase, socketUrl } from '../support/database.ts';
import { copyDemo } from '../support/demo-folder.ts';
import {
  clearAway,
  copiesOf,
  freePort,
  postgresPid,
  projectRoot,
  spawnShop,
  temporaryFolder,
} from './shop-process.ts';

const isRoot = process.getuid?.() === 0;

beforeAll(() => ensureBuild(projectRoot));
afterEach(clearAway);

/** What a first start leaves that was stopped. */
const usedFolder = copiesOf(async (dataDir) => {
  if (await copyDemo(dataDir)) return;
  const shop = await spawnShop({ DATA_DIR: dataDir });
  await shop.open();
  shop.kill('SIGTERM');
  expect((await shop.ended).code).toBe(0);
});

test('opens, says where and with what, and stops everything at Ctrl-C', async () => {
  const dataDir = await usedFolder();
  const shop = await spawnShop({ DATA_DIR: dataDir });
  await shop.open();
  expect((await fetch(`${shop.address}/readyz`)).status).toBe(200);
  for (const text of [
    shop.address,
    dataDir,
    'PostgreSQL 18',
    'admin@example.com',
    'sandbox',
    '/admin/emails',
  ]) {
    expect(shop.output()).toContain(text);
  }
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);

  // npm hands the signal on that the terminal has sent already.
  shop.kill('SIGINT');
  shop.kill('SIGINT');
  expect((await shop.ended).code).toBe(0);
  expect(postgresPid(dataDir)).toBeNull();
});

test('stops everything when the npm that started it is ended', async () => {
  const dataDir = await usedFolder();
  const shop = await spawnShop({ DATA_DIR: dataDir }, { byNpm: true });
  await shop.open();
  shop.kill('SIGTERM');
  await shop.ended;
  await expect.poll(() => postgresPid(dataDir), { timeout: 10_000 }).toBeNull();
  await expect(fetch(`${shop.address}/healthz`)).rejects.toThrow();
});

test('takes over what a killed shop has left, with its data and its secret', async () => {
  const dataDir = await usedFolder();
  const first = await spawnShop({ DATA_DIR: dataDir });
  await first.open();
  const left = postgresPid(dataDir);
  const secret = await readFile(join(dataDir, 'secrets.json'), 'utf8');
  first.kill('SIGKILL');
  await first.ended;
  expect(postgresPid(dataDir)).toBe(left);

  const second = await spawnShop({ DATA_DIR: dataDir });
  await second.open();
  expect(postgresPid(dataDir)).toBe(left);
  expect((await fetch(`${second.address}/readyz`)).status).toBe(200);
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(secret);
  second.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
  expect(postgresPid(dataDir)).toBeNull();
});

test('refuses a second start on the same data in one line, and leaves the first alone', async () => {
  const dataDir = await usedFolder();
  const first = await spawnShop({ DATA_DIR: dataDir });
  await first.open();
  const second = await (await spawnShop({ DATA_DIR: dataDir })).ended;
  expect(second).toEqual({
    code: 1,
    lines: [`The shop is already running on ${dataDir} (process ${first.pid}, ${first.address}).`],
  });
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
});

test('opens one shop of two first starts at once', async () => {
  const dataDir = await temporaryFolder();
  const shops = await Promise.all([1, 2].map(() => spawnShop({ DATA_DIR: dataDir })));
  const outcomes = await Promise.all(
    shops.map((shop) =>
      shop.open().then(
        () => 'open',
        () => shop.output().trim(),
      ),
    ),
  );
  expect(outcomes.sort()).toEqual([
    expect.stringMatching(/^The shop is already running on .*$/),
    'open',
  ]);
});

test('stops cleanly when it is called off while it starts', async () => {
  const dataDir = await temporaryFolder();
  const shop = await spawnShop({ DATA_DIR: dataDir });
  await expect.poll(() => postgresPid(dataDir), { interval: 5, timeout: 20_000 }).not.toBeNull();
  shop.kill('SIGINT');
  const { code } = await shop.ended;
  expect(code).toBe(0);
  expect(postgresPid(dataDir)).toBeNull();
});

test('refuses an address of the mail server that it can not read in one line', async () => {
  const SMTP_URL = 'smtp://shop:100%@mail.example:587';
  const DATA_DIR = await temporaryFolder();
  const shop = await spawnShop({ DATA_DIR, SMTP_URL, MAIL_FROM: 'shop@example.com' });
  expect(await shop.ended).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^SMTP_URL must look like .*\(% is %25\)\.$/)],
  });
});

test('refuses a busy port in one line and stops its PostgreSQL', async () => {
  const dataDir = await usedFolder();
  const port = await freePort();
  const other = createServer().listen(port);
  try {
    expect(await (await spawnShop({ DATA_DIR: dataDir, PORT: String(port) })).ended).toEqual({
      code: 1,
      lines: [`Port ${port} is taken by another program. Set PORT to another one.`],
    });
    expect(postgresPid(dataDir)).toBeNull();
  } finally {
    other.close();
  }
});

test.for<[Record<string, string>, RegExp]>([
  [{ PORT: 'eighty' }, /^PORT must be a port number/],
  [{ SHOP_MODE: 'prod' }, /^SHOP_MODE must be demo or production/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must look like postgres:/],
  [
    { DATABASE_URL: 'postgres://bob:hidden@127.0.0.1:9/shop' },
    /^The database at bob@127\.0\.0\.1:9\/shop can't be reached: nothing listens there\./,
  ],
  [
    { DATABASE_URL: 'postgres://bob:hidden@shop.invalid/shop' },
    /^The database at bob@shop\.invalid:5432\/shop can't be reached: /,
  ],
  [{ DATA_DIR: '/etc/passwd/data' }, /^The data folder \/etc\/passwd\/data can't be written: /],
  [{ DATA_DIR: '/dev/null' }, /^The data folder \/dev\/null can't be written: it is a file/],
])('refuses %j in one line', async ([env, line]) => {
  const DATA_DIR = await temporaryFolder();
  const { code, lines } = await (await spawnShop({ DATA_DIR, DATABASE_WAIT_SECONDS: '0', ...env }))
    .ended;
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(line);
  expect(lines[0]).not.toContain('hidden');
  expect(code).toBe(1);
});

test('gives up on a database that does not respond', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, done));
  const { port } = silent.address() as { port: number };
  try {
    const DATABASE_URL = `postgres://bob:hidden@127.0.0.1:${port}/shop`;
    const shop = await spawnShop({
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL,
      DATABASE_WAIT_SECONDS: '0',
    });
    expect(await shop.ended).toEqual({
      code: 1,
      lines: [
        `The database at bob@127.0.0.1:${port}/shop can't be reached: it does not respond. Check DATABASE_URL.`,
      ],
    });
  } finally {
    silent.close();
  }
});

// Another user has to get at the project: not in root's own home folder.
const nobody = { uid: 65_534, gid: 65_534 };
const isOpenToNobody =
  isRoot && (await findBlockedFolder(process.cwd(), { name: 'nobody', ...nobody })) === null;

test.runIf(isOpenToNobody)('refuses a folder that it may not write', async () => {
  const folder = await temporaryFolder();
  const shop = await spawnShop({ DATA_DIR: join(folder, 'data') }, nobody);
  expect(await shop.ended).toEqual({
    code: 1,
    lines: [
      `The data folder ${folder}/data can't be written: permission denied. Set DATA_DIR to a folder that can.`,
    ],
  });
});

test('lets requests in flight finish before it stops', async () => {
  const shop = await spawnShop({ DATA_DIR: await usedFolder() });
  await shop.open();
  const returns = Array.from({ length: 20 }, () => fetch(`${shop.address}/readyz`));
  await sleep(5);
  shop.kill('SIGTERM');
  const settled = await Promise.allSettled(returns);
  // A connection that was not accepted yet is refused; one that was gets its response.
  for (const response of settled) {
    if (response.status === 'fulfilled') expect(response.value.status).toBe(200);
  }
  expect((await shop.ended).code).toBe(0);
});

test('shares an external database, and refuses one that may lose orders in production', async () => {
  const folder = await temporaryFolder();
  const database = await createTestDatabase(1);
  try {
    const DATABASE_URL = socketUrl(database.connection);
    const shops = [1, 2].map(() => spawnShop({ DATA_DIR: join(folder, 'files'), DATABASE_URL }));
    for (const shop of await Promise.all(shops)) {
      await shop.open();
      expect(shop.output()).toContain('runs with fsync and synchronous_commit off');
      expect(shop.output()).not.toContain(database.connection.password);
      shop.kill('SIGTERM');
      expect((await shop.ended).code).toBe(0);
    }
    const strict = await spawnShop({
      DATA_DIR: join(folder, 'files'),
      DATABASE_URL,
      SHOP_MODE: 'production',
      BASE_URL: 'https://shop.example',
      AUTH_SECRET: 'qK7v2Zr9mXw4Lt8Pc3Ns6Yb1Hd5Fg0Jk',
    });
    expect(await strict.ended).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(
          /^The database at .* fsync and synchronous_commit off, .*production\.$/,
        ),
      ],
    });
  } finally {
    await database.close();
  }
});
