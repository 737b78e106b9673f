import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { freePort, type RunningShop, startShopProcess } from '../../scripts/running-shop.ts';
import { abortSignal } from '../abort-signal.ts';
import { type Observer, observe } from './observer.ts';

export interface ObservedShop extends RunningShop {
  observer: Observer;
}

const CACHE = '.cache';

/** Starts the built shop with its own settings and an observer inside its process. */
export async function startObservedShop(dataDir: string): Promise<ObservedShop> {
  const port = await freePort();
  const shop = await startShopProcess({
    dataDir,
    signal: abortSignal,
    nodeArguments: ['--import', await withoutTypes('in-process-observer.ts')],
    env: {
      BENCH_OBSERVER_PORT: String(port),
      // All customers of a bench use one machine. As a trusted proxy it can send different
      // addresses.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      // They order thousands of items without paying.
      UNPAID_LIMIT_FACTOR: '100000',
    },
  });
  return { ...shop, observer: observe(port) };
}

// The code that reads TypeScript would add 25 MB to the process whose memory is measured.
async function withoutTypes(name: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, name), 'utf8');
  const file = join(process.cwd(), CACHE, name.replace('.ts', '.js'));
  await mkdir(CACHE, { recursive: true });
  await writeFile(file, stripTypeScriptTypes(text));
  return file;
}
