/**
 * Measures how the shop works with many products: `npm run bench:scale [-- --sizes 1000,1000000]
 * [--write]`. For each size it fills a new shop with that many generated products and orders. It
 * requests each address some times to warm up, and then a hundred times, one after the other. The table
 * compares the largest size with the smallest; `--write` puts it into docs/speed.md. A million
 * takes some forty minutes, half of them for the documents of its orders, and 12 GB of disk.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { withThousands } from '#shared/thousands.ts';
import { newDataFolder, removeDataFolder, startShopProcess } from '../../scripts/running-shop.ts';
import { abortSignal, listenForCtrlC } from '../abort-signal.ts';
import { replaceMarked } from '../figures/marked.ts';
import { median } from '../figures/stats.ts';
import { makeLoad } from '../load/make-load.ts';
import { describeCommit, describeMachine } from '../machine.ts';
import { COMPRESSED } from '../measure/against-bare.ts';
import { signInAdmin } from '../shop/customer.ts';
import { awaitIdle } from '../shop/idle.ts';
import { residentMb } from '../shop/resident-memory.ts';
import { addressesOf, WORDS } from './addresses.ts';
import type { Sample } from './asked.ts';

const ROUNDS = 100;
/**
 * Of each address before any is measured. A process that has just started compiles its code while it
 * responds, which would be most of the time of a cached page. Addresses that are requested once have
 * as many others of their kind for that.
 */
const WARM_ROUNDS = 20;
const PAGE = 'docs/speed.md';

interface Figures {
  size: number;
  times: Map<string, { p50: number; p95: number; mostMs: number }>;
  /** Searches for a word that ten clients get responses to. */
  searchesPerSecond: number;
  memoryMb: number;
}

/** The least of them a second, with a thousand products. */
const LEAST_SEARCHES = 2_000;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,1000000' },
    write: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
if (sizes.length < 2 || sizes.some((size) => !Number.isInteger(size) || size < 1)) {
  console.error('--sizes needs two numbers of products or more, such as 1000,100000.');
  process.exit(1);
}
listenForCtrlC();
const machine = describeMachine();
const measured: Figures[] = [];
for (const size of sizes) measured.push(await measureAt(size));
const notes = `Measured on ${new Date().toISOString().slice(0, 10)} at ${describeCommit()}: ${machine}.`;
const table = `${tableOf(measured)}\n\n${notes}`;
console.log(`\n${table}`);
if (values.write) {
  await writeFile(PAGE, replaceMarked(await readFile(PAGE, 'utf8'), table, 'bench:scale'));
}

async function measureAt(size: number): Promise<Figures> {
  const dataDir = await newDataFolder();
  try {
    const env = { SHOP_ACCESS: 'public', TRUSTED_PROXIES: '127.0.0.1,::1' };
    const shop = await startShopProcess({ dataDir, env, signal: abortSignal });
    try {
      console.log(`${withThousands(size)} products and orders are being added …`);
      await generate(dataDir, size);
      await awaitIdle(shop.process.pid ?? 0);
      const { cookie } = await signInAdmin(shop.url);
      const times = await timesOf(shop.url, cookie);
      const memoryMb = await residentMb(shop.process.pid ?? 0);
      return { size, times, memoryMb, searchesPerSecond: await searchesPerSecond(shop.url) };
    } finally {
      await shop.stop();
    }
  } finally {
    await removeDataFolder(dataDir);
  }
}

async function generate(dataDir: string, size: number): Promise<void> {
  const args = ['scripts/generate.ts', '--products', String(size), '--orders', String(size)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
    signal: abortSignal,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The products could not be added.');
}

async function timesOf(url: string, cookie: string): Promise<Figures['times']> {
  const times: Figures['times'] = new Map();
  const asked = addressesOf(await sampleOf(url, cookie));
  for (const { paths } of asked.filter(({ isFirstTime }) => !isFirstTime)) {
    for (let round = 0; round < WARM_ROUNDS; round += 1)
      await timeOf(url + paths[round % paths.length], cookie);
  }
  for (const { what, paths, mostMs, isFirstTime } of asked) {
    const warm = isFirstTime ? paths.splice(0, WARM_ROUNDS) : paths;
    for (const path of warm) await timeOf(url + path, cookie);
    const taken: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      abortSignal.throwIfAborted();
      taken.push(await timeOf(url + paths[round % paths.length], cookie));
    }
    const sorted = taken.toSorted((a, b) => a - b);
    const p95 = sorted[Math.ceil(ROUNDS * 0.95) - 1] ?? Number.NaN;
    times.set(what, { p50: median(taken), p95, mostMs });
    console.log(`${what}: ${median(taken).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  }
  return times;
}

async function searchesPerSecond(origin: string): Promise<number> {
  const paths = WORDS.map((word) => `/products?q=${word}&limit=24`);
  const load = { kind: 'get' as const, origin, paths, headers: COMPRESSED, connections: 10 };
  await makeLoad({ ...load, seconds: 3 });
  const { perSecond } = await makeLoad({ ...load, seconds: 5 });
  console.log(`searches for a word by ten clients: ${perSecond.toFixed(0)}/s`);
  return perSecond;
}

async function sampleOf(url: string, cookie: string): Promise<Sample> {
  const read = async (path: string) => (await fetch(url + path, { headers: { cookie } })).json();
  // Its 13th product is the one that sells most.
  const [popular] = await read('/products?q=G-0000D&limit=1');
  const { variants } = await read(`/api/v1/products/${popular._id}`);
  const [order] = await read('/orders?limit=1');
  // Its page names the customer.
  const page = await fetch(`${url}/admin/orders/${order._id}`, { headers: { cookie } });
  const [, customerId = ''] = /\/admin\/customers\/(usr_\w+)/.exec(await page.text()) ?? [];
  const DAYS = 730;
  return {
    products: await read('/products?limit=24'),
    popularId: popular._id,
    orderId: order._id,
    variantId: variants[0]._id,
    customerId,
    oldest: new Date(Date.now() - DAYS * 86_400_000),
  };
}

async function timeOf(address: string, cookie: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(address, { headers: { cookie } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address} responded with ${response.status}.`);
  return performance.now() - started;
}

function tableOf(all: Figures[]): string {
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return '';
  const heads = all.map(({ size }) => `p50 at ${withThousands(size)}`);
  const lines = [
    ['', ...heads, 'ratio', `p95 at ${withThousands(last.size)}`, 'budget of p95', ''],
    Array.from({ length: all.length + 5 }, () => '---'),
  ];
  for (const [what, { p95, p50, mostMs }] of last.times) {
    const own = all.map(({ times }) => times.get(what)?.p50 ?? Number.NaN);
    const ratio = p50 / (own[0] ?? Number.NaN);
    const cells = [...own.map(inMs), ratio.toFixed(2), inMs(p95), `≤ ${mostMs} ms`];
    lines.push([what, ...cells, p95 <= mostMs ? 'ok' : 'over']);
  }
  lines.push([
    'searches for a word by ten clients',
    ...all.map(({ searchesPerSecond: each }) => `${withThousands(Math.round(each))}/s`),
    (last.searchesPerSecond / first.searchesPerSecond).toFixed(2),
    '',
    `≥ ${withThousands(LEAST_SEARCHES)}/s at ${withThousands(first.size)}`,
    first.searchesPerSecond >= LEAST_SEARCHES ? 'ok' : 'over',
  ]);
  const grown = last.memoryMb - first.memoryMb;
  const memory = all.map(({ memoryMb }) => `${Math.round(memoryMb)} MB`);
  const within = grown <= 32 ? 'ok' : 'over';
  lines.push([
    'memory of the process',
    ...memory,
    '',
    `+ ${Math.round(grown)} MB`,
    '≤ + 32 MB',
    within,
  ]);
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function inMs(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}
