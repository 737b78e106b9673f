import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { Config } from '#config.ts';
import { migrateDatabase } from '#db/migrate.ts';
import {
  FIRST_SYNONYMS,
  missingExtensions,
  requireOneCurrency,
  setUpCategories,
} from '#features/catalog/catalog.ts';
import { setUpDelivery } from '#features/delivery/delivery.ts';
import { checkPaymentKeys } from '#features/payments/payments.ts';
import type { Log } from '#shared/log.ts';
import { createHeaders } from '../cache/headers.ts';
import { createPageCache, type PageCache } from '../cache/page-cache.ts';
import { createPages } from '../cache/pages.ts';
import { createSearchCache } from '../cache/search-cache.ts';
import { createApp, type RenderPage } from '../http/app.ts';
import { closeServer, createShopServer } from '../http/listen.ts';
import { startMailDelivery } from '../jobs/email-delivery.ts';
import { startImageJobs } from '../jobs/image-jobs.ts';
import { startJobs } from '../jobs/jobs.ts';
import { startSearchJobs } from '../jobs/search-jobs.ts';
import { startStaffJobs } from '../jobs/staff-jobs.ts';
import { readAuthSecret } from './auth-secret.ts';
import { awaitDatabase } from './await-database.ts';
import { createContext, type ShopContext } from './create-context.ts';
import { describeDatabaseRefusal } from './database-refusal.ts';
import { loadDemoShop } from './load-demo-shop.ts';
import { requireProductionDatabase } from './production-database.ts';
import { checkDatabase, type ShopDatabase } from './shop-database.ts';
import { requireSameDays } from './shop-time-zone.ts';
import { describeMissing, describeOverrides, describeStart } from './start-lines.ts';

/** A complete shop whose server does not listen yet. */
export interface OpenShop {
  server: Server;
  /** The lines that the terminal shows. */
  lines: string[];
  /** Finishes the requests in flight, then closes everything in reverse order. */
  close(): Promise<void>;
}

/**
 * Opens the parts of the shop on a database: migrations, demo shop, jobs, server. It closes the
 * database in the end. When a step fails, or `signal` aborts the start, it closes what it had
 * opened.
 */
export async function openShop(options: {
  config: Config;
  opened: ShopDatabase;
  renderPage: RenderPage;
  log: Log;
  signal: AbortSignal;
}): Promise<OpenShop> {
  const { config, opened, renderPage, log, signal } = options;
  const { dataDir, place } = opened;
  const closers = [opened.close];
  const close = async () => {
    for (let next = closers.pop(); next; next = closers.pop()) await next();
  };
  try {
    signal.throwIfAborted();
    const { context, version, warnings } = await prepareDatabase({ config, opened, log, signal });
    signal.throwIfAborted();
    closers.push(startJobs(context));
    closers.push(startImageJobs(context.ctx));
    closers.push(startMailDelivery(context.ctx));
    closers.push(startStaffJobs(context.ctx));
    closers.push(startSearchJobs(context.ctx, context.database));
    const { app, pageCache } = openApp(context, renderPage);
    if (pageCache) closers.push(pageCache.close);
    const server = createShopServer(app, config, pageCache);
    closers.push(() => closeServer(server));
    // Runs in the background: a start neither waits for the provider nor fails with it.
    void checkPaymentKeys(context.ctx);
    const notices = [...opened.notices, ...warnings, ...describeOverrides(config)];
    const { integrations } = context;
    const lines = describeStart(config, { dataDir, place, version, integrations, notices });
    return { server, lines, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits for the database, migrates it and builds the shop on it. */
async function prepareDatabase({
  config,
  opened,
  log,
  signal,
}: {
  config: Config;
  opened: ShopDatabase;
  log: Log;
  signal: AbortSignal;
}): Promise<{ context: ShopContext; version: string; warnings: string[] }> {
  const { database, dataDir, place } = opened;
  const once = <T>(step: () => Promise<T>) =>
    awaitDatabase(step, { seconds: config.databaseWaitSeconds, place, log, signal }).catch(
      (error: unknown) => {
        throw describeDatabaseRefusal(error, place);
      },
    );
  const { version, warnings } = await once(() => checkDatabase(opened, config.mode));
  await once(() => migrateDatabase(database, config.projectRoot));
  const authSecret = config.authSecret ?? (await readAuthSecret(dataDir));
  const context = await createContext({ config, database, dataDir, authSecret, log });
  await mkdir(context.uploadsFolder, { recursive: true });
  await once(() => requireOneCurrency(context.ctx));
  await once(() => requireSameDays(context.ctx));
  await once(() => setUpCategories(context.ctx, FIRST_SYNONYMS));
  await once(() => setUpDelivery(context.ctx));
  if (config.mode === 'demo') await once(() => loadDemoShop(context));
  else await once(() => requireProductionDatabase(context));
  const missing = await once(() => missingExtensions(context.ctx));
  return { context, version, warnings: [...warnings, ...describeMissing(missing)] };
}

/** Searches and lists with filters get the memory of the page cache divided by this. */
const SEARCHES_SHARE = 4;

/** The app, and the page cache in front of it unless that is switched off. */
function openApp(
  context: ShopContext,
  renderPage: RenderPage,
): { app: ReturnType<typeof createApp>; pageCache: PageCache | null } {
  const { baseUrl, pageCacheMb } = context.config;
  if (pageCacheMb === 0) return { app: createApp({ context, renderPage }), pageCache: null };
  const bytes = pageCacheMb * 1024 * 1024;
  const bytesOfSearches = Math.floor(bytes / SEARCHES_SHARE);
  const headers = createHeaders(context.security);
  const render = createPages(context, renderPage, headers.keep);
  const searchCache = createSearchCache(render, headers.keep, bytesOfSearches);
  const app = createApp({ context, renderPage, searchCache });
  const askApp = (path: string) => app.fetch(new Request(baseUrl + path), {});
  const mostBytes = bytes - bytesOfSearches;
  const pageCache = createPageCache({ context, headers, render, searchCache, askApp, mostBytes });
  return { app, pageCache };
}
