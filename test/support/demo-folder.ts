import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import {
  copyDataFolder,
  newDataFolder,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';

/** A new data folder for a shop of tests that are not about the first start: see `copyDemo`. */
export async function newDemoFolder(): Promise<string> {
  const folder = await newDataFolder();
  await copyDemo(folder);
  return folder;
}

/**
 * Fills an empty folder with what a first start leaves, which takes three times the processor time of a
 * later one. `npm test` names a place for a demo shop to copy; without such a place it does nothing and
 * returns false.
 */
export async function copyDemo(folder: string): Promise<boolean> {
  const original = process.env.CHECK_DEMO;
  if (!original) return false;
  if (!existsSync(original)) await makeDemo(original);
  await copyDataFolder(original, folder);
  return true;
}

/**
 * What a first start leaves, with databases for tests to copy beside that of the shop. All parts of
 * `npm test` use the one that is there first.
 */
async function makeDemo(place: string): Promise<void> {
  // Most runs find a demo and need none of what this loads.
  const { makeDatabases, copyDemoDatabase } = await import('./demo-databases.ts');
  const draft = await newDataFolder();
  await makeDatabases(draft);
  const shop = await startShopProcess({ dataDir: draft });
  await shop.stop();
  await copyDemoDatabase(draft);
  try {
    await rename(draft, place);
  } catch (error) {
    await removeDataFolder(draft);
    if (!existsSync(place)) throw error;
  }
}
