import { once } from 'node:events';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { createDemoDatabase, socketUrl, type TestDatabase } from '../support/database.ts';
import {
  clearAway,
  projectRoot,
  type ShopProcess,
  spawnShop,
  temporaryFolder,
} from './shop-process.ts';

// One start of `npm run dev` on a copy of the project, whose files are edited.

const COPIED = [
  'src',
  'scripts',
  'demo/products.csv',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'shop.config.ts',
  'vite.config.ts',
  'react-router.config.ts',
];
const FOOTER = 'src/web/components/page/site-footer.tsx';
const APP = 'src/server/http/app.ts';

let database: TestDatabase;
let copy: string;
let shop: ShopProcess;
let page: Page;
let closeBrowser: () => Promise<void>;
const faults: string[] = [];

beforeAll(async () => {
  copy = await temporaryFolder();
  for (const name of COPIED)
    await cp(join(projectRoot, name), join(copy, name), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  database = await createDemoDatabase(1);
  shop = await spawnShop(
    { DATABASE_URL: socketUrl(database.connection), DATA_DIR: join(copy, 'data') },
    { folder: copy, script: 'scripts/dev.ts' },
  );
  const browser = await launchChromium();
  closeBrowser = () => browser.close();
  await shop.open();
  page = await browser.newPage();
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(`${shop.address}/login`);
  await page.getByRole('button', { name: 'Cart, empty' }).waitFor();
});

afterAll(async () => {
  await closeBrowser?.();
  await clearAway();
  await database?.close();
});

/** Replaces text in a file of the copy; returns how to put it back. */
async function edit(name: string, from: string, to: string): Promise<() => Promise<void>> {
  const path = join(copy, name);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
  return () => writeFile(path, text);
}

/** How long something takes, in the terminal: a figure of the machine. */
async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${what}: ${Math.round(performance.now() - start)} ms`);
}

test('the packages of all pages are bundled at the start, so that no page has to reload for one', async () => {
  const bundled = await readFile(join(copy, '.react-router/vite/deps/_metadata.json'), 'utf8');
  expect(Object.keys(JSON.parse(bundled).optimized)).toEqual(
    expect.arrayContaining([
      '@base-ui/react/csp-provider',
      '@base-ui/react/dialog',
      '@conform-to/zod/v4',
      'lucide-react/icons/check',
      'lucide-react/icons/sliders-horizontal',
      'zod',
    ]),
  );
  expect(shop.output()).not.toContain('Failed to resolve');
});

const overlay = () => page.locator('vite-error-overlay');

test('an edited component shows in the open page, which keeps what is typed', async () => {
  await page.getByLabel('Email').fill('still@here.example');
  await edit(FOOTER, '{shop.brand}. {shop.tagline}', '<b className="pl-[37px]">Edited</b>');
  await timed('component', () => page.getByText('Edited').waitFor());
  expect(await page.getByLabel('Email').inputValue()).toBe('still@here.example');
  // A class that no file had before.
  const indent = () => page.getByText('Edited').evaluate((b) => getComputedStyle(b).paddingLeft);
  await expect.poll(indent).toBe('37px');
});

test('an edited file of the server responds, and no request is refused meanwhile', async () => {
  const ask = async () => (await fetch(`${shop.address}/healthz`)).text();
  expect(await ask()).toBe('alive');
  const asked: Promise<string>[] = [];
  const often = setInterval(() => asked.push(ask()), 10);
  await edit(APP, "c.text('alive')", "c.text('alive and edited')");
  await timed('server', () => expect.poll(ask, { interval: 10 }).toBe('alive and edited'));
  clearInterval(often);
  expect(['alive', 'alive and edited']).toEqual(expect.arrayContaining(await Promise.all(asked)));
});

test.each([
  ['component', FOOTER, 'return ('],
  ['file of the server', APP, 'return app;'],
])('a mistake in a %s shows in the page, and mends itself', async (_, name, text) => {
  const mend = await edit(name, text, `${text} (((`);
  await overlay().getByText(name).first().waitFor();
  // Whoever opens a page sees the same.
  await page.reload();
  await overlay().getByText(name).first().waitFor();
  await mend();
  await timed('mended', () => page.getByText('Edited').waitFor());
  await overlay().waitFor({ state: 'detached' });
});

test('nothing was against the policy, and the sources alone are served', async () => {
  expect(faults).toEqual([]);
  for (const path of ['/data/secrets.json', '/package.json', `/@fs${copy}/package.json`]) {
    expect([path, (await fetch(shop.address + path)).status]).toEqual([
      path,
      expect.toSatisfy((status: number) => status >= 400),
    ]);
  }
});

test('the pages of other sites open no file in the editor', async () => {
  const openFrom = async (site: string) => {
    const headers = { 'Sec-Fetch-Site': site };
    return (await fetch(`${shop.address}/__open-in-editor?file=missing`, { headers })).status;
  };
  expect(await openFrom('same-origin')).toBe(200);
  expect(await openFrom('same-site')).toBe(403);
  expect(await openFrom('cross-site')).toBe(403);
  expect((await fetch(`${shop.address}/__open-in-editor?file=missing`)).status).toBe(403);
});

test('it ends while somebody holds a WebSocket that nothing responds to', async () => {
  const { hostname, port } = new URL(shop.address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `GET / HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  await once(socket, 'connect');
  await fetch(`${shop.address}/healthz`);
  shop.kill('SIGTERM');
  expect((await shop.ended).code).toBe(0);
  socket.destroy();
});
