import type { TestProject } from 'vitest/node';
import { newDataFolder, removeDataFolder, startShopProcess } from '../../scripts/running-shop.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    shopUrl: string;
    dataDir: string;
  }
}

/** Starts one demo shop for all browser tests, as a newcomer would find it. */
export default async function startForBrowser(project: TestProject) {
  const dataDir = await newDataFolder();
  const shop = await startShopProcess({ dataDir });
  project.provide('shopUrl', shop.url);
  project.provide('dataDir', dataDir);
  return async () => {
    await shop.stop();
    await removeDataFolder(dataDir);
  };
}
