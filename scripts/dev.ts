import { createServer } from 'node:http';
import { readConfig } from '#config.ts';
import { IncomingRequest } from '#server/http/incoming-request.ts';
import { listen } from '#server/http/listen.ts';
import { followNpm } from '#server/start/follow-npm.ts';
import { startDatabaseServer } from '#server/start/shop-database.ts';
import { jsonLog } from '#shared/log.ts';
import { StartError } from '#shared/start-error.ts';
import { createFrontCloser } from './dev/close-front.ts';
import { createMistakes } from './dev/mistakes.ts';
import { createReloadingShop } from './dev/reloading-shop.ts';
import { startVite } from './dev/start-vite.ts';

// npm run dev: a shop that follows its sources. This process holds the port and PostgreSQL; Vite
// loads pages and server, and loads them again after a change.

const ended = new Promise<void>((resolve) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve());
});
followNpm();
// The development builds of React and its router report errors in more detail.
process.env.NODE_ENV = 'development';

const closers: (() => Promise<void>)[] = [];
try {
  await develop();
  await ended;
  await close();
  process.exit(0);
} catch (error) {
  await close().catch(() => undefined);
  fail(error);
}

async function develop(): Promise<void> {
  // The page cache is off, because it would send pages from before a change. Only this machine can
  // connect unless HOST says otherwise, because the sources are served.
  const env = { HOST: 'localhost', ...process.env, PAGE_CACHE_MB: '0' };
  const config = { ...readConfig(env), isDevelopment: true };
  const databaseServer = await startDatabaseServer(config, { log: jsonLog, onLost: fail });
  closers.push(databaseServer.stop);
  const front = createServer({ IncomingMessage: IncomingRequest });
  const closeFront = createFrontCloser(front);
  let follow = () => {};
  const vite = await startVite(config, front, () => follow());
  const shop = createReloadingShop(vite, { config, databaseServer });
  closers.push(shop.close);
  closers.push(() => closeFront(vite));
  const mistakes = createMistakes(vite);
  front.on('request', (request, response) => {
    vite.middlewares(request, response, () => {
      shop.respond(request, response).catch((error) => mistakes.respond(response, error));
    });
  });
  await listen(front, config);
  await shop.reload().then(({ lines }) => console.log(lines.join('\n')), mistakes.show);
  // Reloads without waiting for the next request, so that an error or its correction shows at once.
  follow = () => void shop.reload().then(mistakes.clear, mistakes.show);
}

async function close(): Promise<void> {
  for (let next = closers.pop(); next; next = closers.pop()) await next();
}

/** An error that the operator can correct is printed as one line. */
function fail(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
