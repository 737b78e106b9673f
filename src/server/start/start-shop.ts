import { mkdir } from 'node:fs/promises';
import type { Config } from '#config.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { requireOneCurrency, syncCategories } from '#features/catalog/catalog.ts';
import { checkPaymentKeys } from '#features/payments/payments.ts';
import type { Log } from '#shared/log.ts';
import { errorCode, StartError } from '#shared/start-error.ts';
import { createPageCache, type PageCache } from '../cache/page-cache.ts';
import { createApp, type RenderPage } from '../http/app.ts';
import { closeServer, listen } from '../http/listen.ts';
import { startMailDelivery } from '../jobs/email-delivery.ts';
import { startImageJobs } from '../jobs/image-jobs.ts';
import { startJobs } from '../jobs/jobs.ts';
import { readAuthSecret } from './auth-secret.ts';
import { awaitDatabase } from './await-database.ts';
import { createContext, type ShopContext } from './create-context.ts';
import { loadDemoShop } from './load-demo-shop.ts';
import { requireProductionDatabase } from './production-database.ts';
import { checkDatabase, openShopDatabase } from './shop-database.ts';
import { describeOverrides, describeStart } from './start-lines.ts';

export interface RunningShop {
  /** What to tell whoever started it. */
  lines: string[];
  /** Finishes the requests in flight, then lets go of everything in the order it was taken. */
  stop(): Promise<void>;
}

/**
 * Starts everything in order: database, migrations, demo shop, server. When a step fails, or
 * `signal` says that the start is called off, what had been started is stopped again.
 */
export async function startShop(options: {
  config: Config;
  renderPage: RenderPage;
  log: Log;
  signal: AbortSignal;
  /** The embedded database is gone for good. */
  onLost: (error: unknown) => void;
}): Promise<RunningShop> {
  const { config, renderPage, log, signal, onLost } = options;
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  try {
    const opened = await openShopDatabase(config, { log, onLost });
    closers.push(opened.close);
    signal.throwIfAborted();
    const { database, dataDir, place } = opened;
    const once = <T>(step: () => Promise<T>) =>
      awaitDatabase(step, { seconds: config.databaseWaitSeconds, place, log, signal });
    const { version, warnings } = await once(() => checkDatabase(opened, config.mode));
    await once(() => migrateDatabase(database, config.projectRoot)).catch((error: unknown) => {
      throw migrationError(error);
    });

    const authSecret = config.authSecret ?? (await readAuthSecret(dataDir));
    const context = await createContext({ config, database, dataDir, authSecret, log });
    await mkdir(context.uploadsFolder, { recursive: true });
    await once(() => requireOneCurrency(context.ctx));
    await once(() => syncCategories(context.ctx));
    if (config.mode === 'demo') await once(() => loadDemoShop(context));
    else await once(() => requireProductionDatabase(context));
    signal.throwIfAborted();

    closers.push(startJobs(context));
    closers.push(startImageJobs(context.ctx));
    closers.push(startMailDelivery(context.ctx));
    const app = createApp({ context, renderPage });
    const pageCache = await openPageCache(context, app, renderPage);
    const server = await listen(app, config, pageCache);
    closers.push(() => closeServer(server));
    // Beside everything else: a start neither waits for the provider nor fails with it.
    void checkPaymentKeys(context.ctx);
    const notices = [...opened.notices, ...warnings, ...describeOverrides(config)];
    return {
      lines: describeStart(config, {
        dataDir,
        place,
        version,
        integrations: context.integrations,
        notices,
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openPageCache(
  context: ShopContext,
  app: ReturnType<typeof createApp>,
  renderPage: RenderPage,
): Promise<PageCache | null> {
  const { baseUrl, pageCacheMb } = context.config;
  if (pageCacheMb === 0) return null;
  const askApp = (path: string) => app.fetch(new Request(baseUrl + path), {});
  return createPageCache({ context, renderPage, askApp, mostBytes: pageCacheMb * 1024 * 1024 });
}

function migrationError(error: unknown): unknown {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (errorCode(cause) !== '42501') return error;
  return new StartError(
    `The database user may not create tables: ${(cause as Error).message}. Make it the owner of its database.`,
    { cause },
  );
}
