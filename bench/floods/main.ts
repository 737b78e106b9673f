/**
 * Measures the most memory that the shop's process takes under each flood, each in a new process:
 * `node bench/floods/main.ts`. With `--in-a-row` it uses one process. Names of floods select some
 * of them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  type RunningShop,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';
import * as floods from './floods.ts';
import { hugeImages, photos } from './images.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'in-a-row': { type: 'boolean', default: false } },
});

const all: [name: string, make: () => Promise<floods.Flood> | floods.Flood][] = [
  ['pages', () => floods.pages(1_500, 100)],
  ['nonsense', () => floods.uploads(150, 60, [floods.nonsense()])],
  ['forms', () => floods.stalledForms(10_000)],
  ['headers', () => floods.unfinishedHeaders(5_000)],
  ['crumbs', () => floods.crumbledForms(200)],
  ['stalled-uploads', () => floods.stalledUploads(300)],
  ['sign-ups', () => floods.signUps(200, 200)],
  ['huge', async () => floods.uploads(15, 10, await hugeImages())],
  ['photos', async () => floods.uploads(30, 30, await photos(30))],
];
const chosen = all.filter(([name]) => positionals.length === 0 || positionals.includes(name));

async function inMb(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(
    (Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1]) * 1024) / 1e6,
  );
}

async function open(): Promise<RunningShop> {
  const shop = await startShopProcess({
    env: { TRUSTED_PROXIES: '127.0.0.1,::1', UNPAID_LIMIT_FACTOR: '100000' },
  });
  await sleep(1_500);
  return shop;
}

async function close(shop: RunningShop): Promise<void> {
  await shop.stop();
  await removeDataFolder(shop.dataDir);
}

/** The processes that the shop started, without its database. */
async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = list.split(' ').filter(Boolean).map(Number);
  const named = await Promise.all(
    pids.map(async (child) => {
      const name = await readFile(`/proc/${child}/comm`, 'utf8').catch(() => '');
      return /postgres/.test(name) ? 0 : child;
    }),
  );
  return named.filter(Boolean);
}

async function measure(name: string, flood: floods.Flood, shop: RunningShop): Promise<void> {
  const pid = shop.process.pid ?? 0;
  const before = await inMb(pid, 'VmRSS');
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  let childPeak = 0;
  const timer = setInterval(async () => {
    for (const child of await childrenOf(pid)) {
      childPeak = Math.max(childPeak, (await inMb(child, 'VmHWM')) || 0);
    }
  }, 100);
  const started = performance.now();
  const statuses = await flood(shop.url);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  clearInterval(timer);
  const peak = await inMb(pid, 'VmHWM');
  await sleep(3_000);
  const healthy = (await fetch(`${shop.url}/healthz`)).status;
  const after = await inMb(pid, 'VmRSS');
  console.log(
    `${name.padEnd(16)} before ${before}  PEAK ${peak}  after ${after} MB  child ${childPeak}  ${seconds} s  ${JSON.stringify(statuses)} healthz ${healthy}`,
  );
}

if (values['in-a-row']) {
  const shop = await open();
  for (const [name, make] of chosen) await measure(name, await make(), shop);
  await close(shop);
} else {
  for (const [name, make] of chosen) {
    const flood = await make();
    const shop = await open();
    await measure(name, flood, shop);
    await close(shop);
  }
}
