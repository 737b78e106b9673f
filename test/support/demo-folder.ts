import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import {
  copyDataFolder,
  newDataFolder,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';

/**
 * A new data folder for a shop of tests that are not about the first start. `npm test` names a place
 * for a demo shop, and the folder begins as a copy of it: a first start takes three times the
 * processor time of a later one. Otherwise the folder is empty.
 */
export async function newDemoFolder(): Promise<string> {
  const folder = await newDataFolder();
  const original = process.env.CHECK_DEMO;
  if (!original) return folder;
  if (!existsSync(original)) await makeDemo(original);
  await copyDataFolder(original, folder);
  return folder;
}

/** What a first start leaves. All parts of `npm test` use the one that is there first. */
async function makeDemo(place: string): Promise<void> {
  const draft = await newDataFolder();
  const shop = await startShopProcess({ dataDir: draft });
  await shop.stop();
  try {
    await rename(draft, place);
  } catch (error) {
    await removeDataFolder(draft);
    if (!existsSync(place)) throw error;
  }
}
