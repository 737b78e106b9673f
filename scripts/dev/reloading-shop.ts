import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createServerModuleRunner,
  isRunnableDevEnvironment,
  type RunnableDevEnvironment,
  type ViteDevServer,
} from 'vite';
import type { Config } from '#config.ts';
import type { RenderPage } from '#server/http/app.ts';
import type { OpenShop } from '#server/start/open-shop.ts';
import type { DatabaseServer } from '#server/start/shop-database.ts';
import type { Log } from '#shared/log.ts';

/**
 * The modules that Vite loads for the server, and reloads after a change of them or their imports.
 */
interface Code {
  '/src/server/start/open-shop.ts': typeof import('#server/start/open-shop.ts');
  '/src/server/start/shop-database.ts': typeof import('#server/start/shop-database.ts');
  '/src/shared/log.ts': typeof import('#shared/log.ts');
  '/src/web/router-internals/render-page.ts': { renderPage: RenderPage };
}
type Load = <Path extends keyof Code>(path: Path) => Promise<Code[Path]>;

/** How long an old shop may take to finish its requests, in milliseconds. */
const GRACE_MS = 10_000;

interface ServingShop extends OpenShop {
  /** The shop's code; a different object after a change. */
  code: unknown;
  requests: number;
}

export interface ReloadingShop {
  /** Opens a new shop if the code has changed. Rejects when the code can't be loaded. */
  reload(): Promise<OpenShop>;
  /** Has the shop respond with its current code. Rejects without a response. */
  respond(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/**
 * A shop whose code Vite loads. A change of a page applies to the next request. After a change of
 * the server, a new shop opens on the same database; new requests wait for it, and the old shop
 * finishes its own.
 */
export function createReloadingShop(
  vite: ViteDevServer,
  { config, databaseServer }: { config: Config; databaseServer: DatabaseServer },
): ReloadingShop {
  const load = createLoader(vite);
  let serving: ServingShop | null = null;
  let reloading: Promise<ServingShop> | null = null;

  const renderPage: RenderPage = async (...args) => {
    const pages = await load('/src/web/router-internals/render-page.ts');
    return pages.renderPage(...args);
  };

  async function reload(): Promise<ServingShop> {
    const { openShop } = await load('/src/server/start/open-shop.ts');
    // Finds an error in a page before anything responds.
    await load('/src/web/router-internals/render-page.ts');
    if (serving?.code === openShop) return serving;
    const { openPool } = await load('/src/server/start/shop-database.ts');
    const { jsonLog: log }: { jsonLog: Log } = await load('/src/shared/log.ts');
    const opened = openPool(databaseServer, { log });
    const { signal } = new AbortController();
    const shop = await openShop({ config, opened, renderPage, log, signal });
    const old = serving;
    serving = { ...shop, code: openShop, requests: 0 };
    if (old) void retire(old);
    return serving;
  }

  const reloadOnce = () => {
    reloading ??= reload().finally(() => {
      reloading = null;
    });
    return reloading;
  };

  return {
    reload: reloadOnce,
    async respond(request, response) {
      const shop = await reloadOnce();
      shop.requests += 1;
      response.once('close', () => {
        shop.requests -= 1;
      });
      shop.server.emit('request', request, response);
    },
    async close() {
      await reloading?.catch(() => undefined);
      await serving?.close();
    },
  };
}

async function retire(shop: ServingShop): Promise<void> {
  for (let waited = 0; shop.requests > 0 && waited < GRACE_MS; waited += 50) await sleep(50);
  await shop.close();
}

/**
 * Loads modules as Vite transforms them, once until they or their imports change. Hot replacement
 * is off: with it, any change would reload all modules of the server.
 */
function createLoader(vite: ViteDevServer): Load {
  let environment: RunnableDevEnvironment | null = null;
  let runner: ReturnType<typeof createServerModuleRunner> | null = null;
  return async (path) => {
    const { ssr } = vite.environments;
    if (!isRunnableDevEnvironment(ssr)) throw new Error("Vite can't run the code of the server.");
    // Vite creates a new one when its configuration has changed.
    if (ssr !== environment || !runner) {
      environment = ssr;
      runner = createServerModuleRunner(ssr, { hmr: false });
    }
    return runner.import(path);
  };
}
