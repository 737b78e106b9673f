/**
 * Measures how fast files of products are imported: `npm run bench:import [-- --products 50000]
 * [--rounds 3] [--write]`. Each round gives a new shop a file of new products, then the same file
 * again, and then one with other prices. The time is that of the whole command `npm run import`,
 * with its start and its own PostgreSQL, and that of the job alone, as the command prints it.
 * `--write` puts the medians into docs/speed.md. A round of 50,000 takes some two minutes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withThousands } from '#shared/thousands.ts';
import {
  copyDataFolder,
  newDataFolder,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';
import { abortSignal, listenForCtrlC } from '../abort-signal.ts';
import { replaceMarked } from '../figures/marked.ts';
import { median } from '../figures/stats.ts';
import { describeCommit, describeMachine } from '../machine.ts';
import { residentMb } from '../shop/resident-memory.ts';
import { writeGoodsFile } from './goods-file.ts';

const PAGE = 'docs/speed.md';
/** How often the memory is read, in milliseconds. */
const MEMORY_MS = 250;

interface Figures {
  /** Of the whole command. */
  seconds: number;
  /** From the first line of the check to the last commit. */
  jobSeconds: number;
  memoryMb: number;
}

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const [products, rounds] = [Number(values.products), Number(values.rounds)];
if (!(products >= 1 && rounds >= 1)) {
  console.error('--products and --rounds need numbers above zero.');
  process.exit(1);
}
listenForCtrlC();
const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
const [, ...command] = scripts.import.split(' ');
const machine = describeMachine();
const measured = new Map<string, Figures[]>();
const [folder, empty] = [await newDataFolder(), await newDataFolder()];
const folders = [folder, empty];
try {
  const [same, changed] = [join(folder, 'goods.csv'), join(folder, 'changed.csv')];
  await writeGoodsFile(same, products);
  await writeGoodsFile(changed, products, 1);
  await (await startShopProcess({ dataDir: empty, signal: abortSignal })).stop();
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = await newDataFolder();
    folders.push(dataDir);
    await copyDataFolder(empty, dataDir);
    await measure('new products', dataDir, same);
    await measure('the same file again', dataDir, same);
    await measure('another price for each', dataDir, changed);
    await removeDataFolder(dataDir);
  }
} finally {
  for (const one of folders) await removeDataFolder(one);
}
const notes = `Measured on ${new Date().toISOString().slice(0, 10)} at ${describeCommit()}: ${machine}.`;
const table = `${tableOf()}\n\n${notes}`;
console.log(`\n${table}`);
if (values.write) {
  await writeFile(PAGE, replaceMarked(await readFile(PAGE, 'utf8'), table, 'bench:import'));
}

async function measure(what: string, dataDir: string, file: string): Promise<void> {
  abortSignal.throwIfAborted();
  const started = performance.now();
  const child = spawn(process.execPath, [...command, file], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: abortSignal,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  let memoryMb = 0;
  const timer = setInterval(async () => {
    const now = await residentMb(child.pid ?? 0).catch(() => 0);
    memoryMb = Math.max(memoryMb, now);
  }, MEMORY_MS);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  const seconds = (performance.now() - started) / 1_000;
  const [, said] = /^The job took ([\d.]+) s:/m.exec(output) ?? [];
  if (said === undefined) throw new Error(`The import does not say how long it took: ${output}`);
  const figures = { seconds, jobSeconds: Number(said), memoryMb };
  measured.set(what, [...(measured.get(what) ?? []), figures]);
  console.log(`${what}: ${seconds.toFixed(1)} s, the job ${said} s, ${Math.round(memoryMb)} MB`);
}

function tableOf(): string {
  const lines = [
    [
      `${withThousands(products)} products`,
      ...['seconds', 'products a second', 'the job alone', 'products a second', 'most memory'],
    ],
    Array.from({ length: 6 }, () => '---'),
  ];
  for (const [what, figures] of measured) {
    const timed = [
      median(figures.map(({ seconds }) => seconds)),
      median(figures.map(({ jobSeconds }) => jobSeconds)),
    ].flatMap((seconds) => [seconds.toFixed(1), withThousands(Math.round(products / seconds))]);
    const memory = Math.max(...figures.map(({ memoryMb }) => memoryMb));
    lines.push([what, ...timed, `${Math.round(memory)} MB`]);
  }
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
