import type { Config } from '#config.ts';
import type { Log } from '#shared/log.ts';
import type { RenderPage } from '../http/app.ts';
import { listen } from '../http/listen.ts';
import { openShop } from './open-shop.ts';
import { openShopDatabase } from './shop-database.ts';

export interface RunningShop {
  /** The lines that the terminal shows. */
  lines: string[];
  /** Finishes the requests in flight, then closes everything in reverse order. */
  stop(): Promise<void>;
}

/**
 * Starts everything in order: database, shop, port. When a step fails, or `signal` aborts the
 * start, it stops what it had started.
 */
export async function startShop(options: {
  config: Config;
  renderPage: RenderPage;
  log: Log;
  signal: AbortSignal;
  /** The embedded database has ended and can't be started again. */
  onLost: (error: unknown) => void;
}): Promise<RunningShop> {
  const opened = await openShopDatabase(options.config, options);
  const { server, lines, close } = await openShop({ ...options, opened });
  try {
    await listen(server, options.config);
  } catch (error) {
    await close();
    throw error;
  }
  return { lines, stop: close };
}
