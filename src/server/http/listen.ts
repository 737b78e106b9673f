import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { errorCode, StartError } from '#shared/start-error.ts';
import type { PageCache } from '../cache/page-cache.ts';
import { inTurn } from './in-turn.ts';
import { IncomingRequest } from './incoming-request.ts';
import { keepPlainCookies } from './plain-cookies.ts';
import { shareConnections } from './site-shares.ts';
import { endWhenStalled } from './stalled-response.ts';

/** How long a client may take, in milliseconds: for its headers, for a form or call, for an image. */
const HEADERS_MS = 10_000;
const BODY_MS = 30_000;
const LARGE_BODY_MS = 120_000;
/** A larger body, in bytes, is an image on its way. */
const SMALL_BODY = 64 * 1024;

/** More are hung up on: each takes some 20 KB, and thousands of them nobody needs. */
const MOST_CONNECTIONS = 10_000;
/** Of one site: a browser opens six, so this is an office of eighty people who load a page at once. */
const MOST_OF_SITE = 500;
/** A proxy of this machine, which carries everybody's requests. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** How long a client may read nothing of its response, in milliseconds. */
const STALL_MS = 30_000;

/** Requests in flight get that long to finish when the shop stops. */
const GRACE_MS = 10_000;

/** Returns a server of the app, with the page cache before it, that does not listen yet. */
export function createShopServer(
  app: Pick<Parameters<typeof createAdaptorServer>[0], 'fetch'>,
  {
    trustedProxies,
    loopback = LOOPBACK,
    mostConnections = MOST_CONNECTIONS,
    mostOfSite = MOST_OF_SITE,
    stallMs = STALL_MS,
  }: {
    trustedProxies: string[];
    loopback?: string[];
    mostConnections?: number;
    mostOfSite?: number;
    stallMs?: number;
  },
  pageCache: PageCache | null = null,
): Server {
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      headersTimeout: HEADERS_MS,
      requestTimeout: LARGE_BODY_MS,
      connectionsCheckingInterval: 2_000,
    },
    createServer: entrance(pageCache),
  }) as Server;
  server.maxConnections = mostConnections;
  shareConnections(server, { most: mostOfSite, uncounted: [...loopback, ...trustedProxies] });
  server.on('connection', (socket) => endWhenStalled(socket, stallMs));
  return server;
}

/** Opens a server at this port of `host`; null: of every address. */
export function listen(
  server: Server,
  { port, host }: { port: number; host: string | null },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(listenError(error, port, host));
    server.once('error', refuse);
    server.listen({ port, ...(host !== null && { host }) }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

/** Makes servers that look into the cache first, and ask the app for what is not there. */
function entrance(pageCache: PageCache | null): typeof createServer {
  return ((options: ServerOptions, askApp: RequestListener) => {
    const begin = inTurn((request, response) => {
      limitBodyTime(request, response);
      if (!meetsExpectation(request, response)) return;
      keepPlainCookies(request);
      if (!pageCache?.takes(request)) return askApp(request, response);
      void pageCache.respond(request, response).then((hasResponded) => {
        if (!hasResponded && !request.socket.destroyed) askApp(request, response);
      });
    });
    const server = createServer({ ...options, IncomingMessage: IncomingRequest }, begin);
    // Without these Node responds itself, to thousands of requests of one packet.
    server.on('checkContinue', begin);
    server.on('checkExpectation', begin);
    return server;
  }) as typeof createServer;
}

/** The one expectation there is, as Node reads it. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Lets a client send its body that waits for leave to; false for one that expects anything else. */
function meetsExpectation(
  { headers, httpVersion }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (headers.expect === undefined || httpVersion !== '1.1') return true;
  if (CONTINUE.test(headers.expect)) {
    response.writeContinue();
    return true;
  }
  response.writeHead(417, { Connection: 'close' }).end();
  return false;
}

/** Hangs up on a small body that is sent as slowly as nobody sends one. */
function limitBodyTime(request: IncomingMessage, response: ServerResponse): void {
  if (Number(request.headers['content-length'] ?? 0) > SMALL_BODY) return;
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, BODY_MS);
  // A request that was answered before its body had come is never closed itself, and what has come of
  // it would be held until then.
  response.once('close', () => clearTimeout(timer));
}

function listenError(error: Error, port: number, host: string | null): Error {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is taken by another program. Set PORT to another one.`, {
      cause: error,
    });
  }
  if (code === 'EACCES') {
    return new StartError(`This user may not use port ${port}. Set PORT to a number above 1023.`, {
      cause: error,
    });
  }
  if (code === 'EADDRNOTAVAIL') {
    return new StartError(
      `HOST is ${host}, which is not an address of this machine. Set it to one, or leave it out.`,
      { cause: error },
    );
  }
  return error;
}

/** Takes no more connections, lets requests in flight finish, then cuts off what is left. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const deadline = Date.now() + GRACE_MS;
  // A browser keeps its connection open after the answer; it would hold up the end for nothing.
  while (!(await Promise.race([closed.then(() => true), sleep(50)]))) {
    server.closeIdleConnections();
    if (Date.now() > deadline) server.closeAllConnections();
  }
}
