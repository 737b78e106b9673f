import { setTimeout as sleep } from 'node:timers/promises';
import {
  newDataFolder,
  type RunningShop,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';
import { abortSignal } from '../abort-signal.ts';
import { BUDGETS } from '../figures/budgets.ts';
import { valueRow } from '../figures/row.ts';
import { inTurn, type Measurement } from '../measurement.ts';
import { residentMb } from '../shop/resident-memory.ts';

/** How long an idle shop takes to settle after its start. */
const SETTLE_MS = 2_000;

/**
 * Measures from `npm start` to the first response: with an empty data folder, where database and
 * demo shop are made, and with data. It also measures the memory of an idle shop.
 */
export const measureStarts: Measurement = async ({ effort, say }) => {
  const first: number[] = [];
  const later: number[] = [];
  const memory: number[] = [];
  say(`${effort.firstStarts} first starts, ${effort.starts} starts with data`);
  await inTurn(Array.from({ length: effort.firstStarts }).keys(), async (index) => {
    const folder = await newDataFolder();
    try {
      first.push(await timeStart(folder));
      if (index > 0) return;
      for (let i = 0; i < effort.starts; i += 1) {
        const settle = async ({ process: { pid = 0 } }: RunningShop) => {
          await sleep(SETTLE_MS);
          memory.push(await residentMb(pid));
        };
        later.push(await timeStart(folder, settle));
      }
    } finally {
      await removeDataFolder(folder);
    }
  });
  return [
    valueRow('first start with the demo shop', 's', first, BUDGETS.firstStartS),
    valueRow('start with data', 's', later, BUDGETS.startS),
    valueRow('memory at rest', 'MB', memory, BUDGETS.memoryAtRestMb),
  ];
};

/** Returns the seconds until the shop serves; then calls `use` and stops the shop. */
async function timeStart(
  folder: string,
  use: (shop: RunningShop) => Promise<void> = async () => undefined,
): Promise<number> {
  const from = performance.now();
  const shop = await startShopProcess({
    dataDir: folder,
    byStartScript: true,
    signal: abortSignal,
  });
  const seconds = (performance.now() - from) / 1000;
  try {
    await use(shop);
  } finally {
    await shop.stop();
  }
  return seconds;
}
