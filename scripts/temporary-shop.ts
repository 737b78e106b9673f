import { ensureBuild } from './ensure-build.ts';
import {
  newDataFolder,
  type RunningShop,
  removeDataFolder,
  startShopProcess,
} from './running-shop.ts';

/**
 * Runs `work` with a freshly started demo shop in its own folder, with these settings, and removes
 * both afterwards.
 */
export async function withTemporaryShop(
  work: (shop: RunningShop) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  process.env.NODE_ENV ??= 'production';
  await ensureBuild(process.cwd());
  const dataDir = await newDataFolder();
  let shop: RunningShop | undefined;
  const clearAway = async () => {
    await shop?.stop();
    await removeDataFolder(dataDir);
  };
  const callOff = () => void clearAway().finally(() => process.exit(130));
  process.once('SIGINT', callOff).once('SIGTERM', callOff);
  try {
    shop = await startShopProcess({ dataDir, env });
    await work(shop);
  } finally {
    process.off('SIGINT', callOff).off('SIGTERM', callOff);
    await clearAway();
  }
}
