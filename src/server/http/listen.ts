import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { siteOf } from '#shared/network.ts';
import { errorCode, StartError } from '#shared/start-error.ts';
import { IMAGE_ARRIVAL_MS } from '#shared/wait-limit.ts';
import type { PageCache } from '../cache/page-cache.ts';
import { LOOPBACK } from './address-list.ts';
import { closeConnectionAfterResponse } from './close-connection.ts';
import { countArrivals, eventLoopTurns } from './event-loop-turns.ts';
import { boundHeld, HELD_BOUNDS, type HeldBounds } from './held-bytes.ts';
import { IncomingRequest } from './incoming-request.ts';
import { addressFinder } from './middleware/client-address.ts';
import { oneRequestAtATime } from './one-request-at-a-time.ts';
import { keepPlainCookies } from './plain-cookies.ts';
import { MAX_HEADERS, passesProtocolChecks } from './protocol-checks.ts';
import { shareConnections } from './site-shares.ts';
import { endWhenStalled } from './stalled-response.ts';

/** How long a client may take to send its headers, and a form or call, in milliseconds. */
const HEADERS_MS = 10_000;
const BODY_MS = 30_000;
/** A body with more bytes counts as an image. */
const SMALL_BODY = 64 * 1024;
/** How long a small body that nobody reads may take to arrive after its response, in milliseconds. */
const SMALL_REST_MS = 1_000;
/**
 * How long any other body that nobody reads may take to arrive after its response, in milliseconds.
 * What is discarded may wait for turns on a busy machine.
 */
const REST_MS = 10_000;

/** Further connections are closed: each takes some 20 KB, and up to 35 with unfinished headers. */
const MAX_CONNECTIONS = 5_000;
/**
 * The limit for one site. A browser opens six connections, so this serves an office where eighty
 * people load a page at once.
 */
const MAX_PER_SITE = 500;

/** How long a client may read nothing of its response, in milliseconds. */
const STALL_MS = 30_000;

/** How long requests in flight may take to finish when the shop stops, in milliseconds. */
const GRACE_MS = 10_000;
/** How long kept connections without a request stay open when the shop stops, in milliseconds. */
const LINGER_MS = 500;

type Pages = Pick<PageCache, 'takes' | 'respond'>;

/** Creates the app's server with the page cache in front. It does not listen yet. */
export function createShopServer(
  app: Pick<Parameters<typeof createAdaptorServer>[0], 'fetch'>,
  {
    trustedProxies,
    loopback = LOOPBACK,
    mostConnections = MAX_CONNECTIONS,
    mostOfSite = MAX_PER_SITE,
    stallMs = STALL_MS,
    restMs = REST_MS,
    held = HELD_BOUNDS,
  }: {
    trustedProxies: string[];
    loopback?: string[];
    mostConnections?: number;
    mostOfSite?: number;
    stallMs?: number;
    restMs?: number;
    held?: HeldBounds;
  },
  pageCache: Pages | null = null,
): Server {
  const server = createAdaptorServer({
    fetch: app.fetch,
    // Otherwise the library closes connections 500 ms after a response that said that they are
    // kept. `closeUnreadBody`, `limitRest` and `discardRest` end bodies that nobody reads.
    autoCleanupIncoming: false,
    serverOptions: {
      headersTimeout: HEADERS_MS,
      requestTimeout: IMAGE_ARRIVAL_MS,
      connectionsCheckingInterval: 2_000,
    },
    createServer: serverFactory(pageCache, trustedProxies, { held, restMs }),
  }) as Server;
  server.maxConnections = mostConnections;
  // Node drops headers above this number. With one more, `passesProtocolChecks` notices too many.
  server.maxHeadersCount = MAX_HEADERS + 1;
  shareConnections(server, { most: mostOfSite, uncounted: [...loopback, ...trustedProxies] });
  countArrivals(server);
  server.on('connection', (socket) => endWhenStalled(socket, stallMs));
  return server;
}

/** Listens at this port of `host`; null: at every address. */
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

/** Creates servers that ask the page cache first and then the app. */
function serverFactory(
  pageCache: Pages | null,
  trustedProxies: string[],
  { held, restMs }: { held: HeldBounds; restMs: number },
): typeof createServer {
  const findAddress = addressFinder(trustedProxies);
  const siteOfRequest = ({ socket, headers }: IncomingMessage) =>
    siteOf(findAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? '')));
  return ((options: ServerOptions, askApp: RequestListener) => {
    const count = boundHeld(siteOfRequest, held);
    const begin = oneRequestAtATime((request, response) => {
      // It is stopping, and its connections are about to be closed.
      if (!server.listening) response.shouldKeepAlive = false;
      if (hasBody(request)) {
        limitBodyTime(request, response);
        closeUnreadBody(request, response);
        limitRest(request, response, restMs);
      }
      if (!passesProtocolChecks(request, response)) return;
      keepPlainCookies(request);
      const cancel = eventLoopTurns.begin(
        () => siteOfRequest(request),
        () => respond(request, response),
      );
      if (cancel) response.once('close', cancel);
    });
    const turnOf = (request: IncomingMessage, response: ServerResponse) =>
      eventLoopTurns.turn(
        () => siteOfRequest(request),
        () => signalOfClose(response),
      );
    const respond: RequestListener = (request, response) => {
      if (request.socket.destroyed) return;
      if (!pageCache?.takes(request)) return askApp(request, response);
      const turn = () => turnOf(request, response);
      void pageCache.respond(request, response, turn).then((hasResponded) => {
        if (!hasResponded && !request.socket.destroyed) askApp(request, response);
      });
    };
    const take: RequestListener = (request, response) => {
      count(request, response);
      begin(request, response);
    };
    // Without this option and these listeners, Node itself would respond, to thousands of requests
    // of one packet.
    const ours = { IncomingMessage: IncomingRequest, requireHostHeader: false };
    const server = createServer({ ...options, ...ours }, take);
    server.on('checkContinue', take);
    server.on('checkExpectation', take);
    return server;
  }) as typeof createServer;
}

function signalOfClose(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  return closed.signal;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/**
 * Closes the connection of a client that goes on sending a body that nobody reads. Node would
 * discard it chunk by chunk, without limits or turns. `discardRest` reads the rest of a refused
 * form.
 *
 * The response announces it. Otherwise a proxy that has sent the whole body keeps the connection,
 * and sends the next person's order on it just when it is closed. A small body is soon discarded,
 * so its connection is kept; only a client that holds it back is closed. The rest of a body in
 * chunks is never discarded: after the response Node would parse thousands of chunks in one packet.
 */
function closeUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const isUnread = () => !request.complete && (isChunked || request.listenerCount('data') === 0);
  const close = () => {
    if (isUnread()) closeConnectionAfterResponse(request.socket);
  };
  if (isSmall(request)) {
    response.once('finish', () => setTimeout(close, SMALL_REST_MS).unref());
    return;
  }
  const { writeHead } = response;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (isUnread()) {
      response.shouldKeepAlive = false;
      response.once('finish', close);
    }
    return writeHead.apply(response, head);
  }) as typeof writeHead;
}

/** Closes the connection of a client that sends the rest of a body too slowly after its response. */
function limitRest(request: IncomingMessage, response: ServerResponse, ms: number): void {
  response.once('finish', () => {
    if (request.complete) return;
    const close = () => {
      if (!request.complete) closeConnectionAfterResponse(request.socket);
    };
    setTimeout(close, ms).unref();
  });
}

const isSmall = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= SMALL_BODY;

/** Closes the connection of a client that sends a small body too slowly. */
function limitBodyTime(request: IncomingMessage, response: ServerResponse): void {
  if (Number(request.headers['content-length'] ?? 0) > SMALL_BODY) return;
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, BODY_MS);
  // Node never ends a request whose response was sent before its body arrived. It would hold what
  // has arrived until the end.
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

/**
 * Accepts no more connections, lets requests in flight finish, then closes the remaining
 * connections. For a moment, requests that a proxy sends on connections that it kept still get
 * their responses: it sends no form a second time.
 */
export async function closeServer(server: Server): Promise<void> {
  // The method of HTTP servers would close idle connections at once.
  const closed = new Promise<void>((resolve) =>
    NetServer.prototype.close.call(server, () => resolve()),
  );
  const begun = Date.now();
  // A browser keeps its connection open after the response, which would delay the end.
  while (!(await Promise.race([closed.then(() => true), sleep(50)]))) {
    const elapsed = Date.now() - begun;
    if (elapsed > LINGER_MS) server.closeIdleConnections();
    if (elapsed > GRACE_MS) server.closeAllConnections();
  }
  server.close();
}
