import { createServer } from 'node:http';
import { ConfigError, readConfig } from '#config.ts';
import { IncomingRequest } from '#server/http/incoming-request.ts';
import { closeServer, listen } from '#server/http/listen.ts';
import { followNpm } from '#server/start/follow-npm.ts';
import { startDatabaseServer } from '#server/start/shop-database.ts';
import { jsonLog } from '#shared/log.ts';
import { StartError } from '#shared/start-error.ts';
import { createMistakes } from './dev/mistakes.ts';
import { createReloadingShop } from './dev/reloading-shop.ts';
import { startVite } from './dev/start-vite.ts';

// npm run dev: a shop that follows its sources. This process keeps the port and PostgreSQL; Vite loads
// pages and server, and again what has changed.

const ended = new Promise<void>((resolve) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve());
});
followNpm();
// React and its router have a build for development, which says more of mistakes.
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
  // Without the page cache, which would send pages from before a change. And for this machine alone
  // unless HOST says otherwise: the sources are served.
  const env = { HOST: 'localhost', ...process.env, PAGE_CACHE_MB: '0' };
  const config = { ...readConfig(env), isDevelopment: true };
  const databaseServer = await startDatabaseServer(config, { log: jsonLog, onLost: fail });
  closers.push(databaseServer.stop);
  const front = createServer({ IncomingMessage: IncomingRequest });
  let follow = () => {};
  const vite = await startVite(config, front, () => follow());
  const shop = createReloadingShop(vite, { config, databaseServer });
  closers.push(shop.close);
  closers.push(async () => {
    // Vite first: its open pages would hold up the end.
    await vite.close();
    await closeServer(front);
  });
  const mistakes = createMistakes(vite);
  front.on('request', (request, response) => {
    vite.middlewares(request, response, () => {
      shop.respond(request, response).catch((error) => mistakes.respond(response, error));
    });
  });
  await listen(front, config);
  await shop.reload().then(({ lines }) => console.log(lines.join('\n')), mistakes.show);
  // Without waiting for the next request, so that a mistake shows, and that it is mended.
  follow = () => void shop.reload().then(mistakes.clear, mistakes.show);
}

async function close(): Promise<void> {
  for (let next = closers.pop(); next; next = closers.pop()) await next();
}

/** What whoever runs the shop can mend is told in a line. */
function fail(error: unknown): never {
  const canBeMended = error instanceof StartError || error instanceof ConfigError;
  console.error(canBeMended ? error.message : error);
  process.exit(1);
}
