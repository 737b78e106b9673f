import type { TestProject } from 'vitest/node';
import { removeDataFolder, startShopProcess } from '../../scripts/running-shop.ts';
import { newDemoFolder } from './demo-folder.ts';
import { LESS_WORK } from './less-work.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    shopUrl: string;
    dataDir: string;
  }
}

/** Starts one demo shop for all browser tests, as a newcomer would find it. */
export default async function startForBrowser(project: TestProject) {
  const dataDir = await newDemoFolder();
  // All tests order from one address.
  const env = { TRUSTED_PROXIES: '127.0.0.1,::1', UNPAID_LIMIT_FACTOR: '100' };
  const shop = await startShopProcess({ dataDir, env, nodeArguments: LESS_WORK });
  project.provide('shopUrl', shop.url);
  project.provide('dataDir', dataDir);
  return async () => {
    await shop.stop();
    await removeDataFolder(dataDir);
  };
}
