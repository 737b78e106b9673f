/**
 * Limits the memory of what waits in this process for its turn or for its client.
 *  1. A body waits as Node has read it, up to 64 KB or more of each, until its request has a place.
 *  2. A page is made as a whole and then waits for its client, up to half a megabyte of each. A
 *     client that reads a little from time to time does not count as stalled.
 *  3. So the waiting bytes are summed up: once a second, and when the requests and responses since
 *     then may have added as many waiting bytes as one site may have.
 *  4. Above the limit of a site, or of all sites, connections of the site with the most waiting bytes
 *     are closed, the fullest first.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FastChangingSet, type Member } from '#shared/fast-changing-set.ts';
import { freeChunk } from './bodies/incoming-chunks.ts';

export interface HeldBounds {
  /** Bytes of all connections together, and of those of one site. */
  most: number;
  mostOfSite: number;
}

const MB = 1024 * 1024;
export const HELD_BOUNDS: HeldBounds = { most: 64 * MB, mostOfSite: 16 * MB };

const SWEEP_MS = 1_000;
/** Node reads so many bytes of a connection at a time. */
const READ_BYTES = 64 * 1024;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

type Open = Exchange & Member;

/** Returns a function to call with each request whose headers have arrived. */
export function boundHeld(
  siteOfRequest: (request: IncomingMessage) => string,
  bounds: HeldBounds,
): (request: IncomingMessage, response: ServerResponse) => void {
  const open = new FastChangingSet<Open>();
  let timer: NodeJS.Timeout | null = null;
  /** Bytes that requests and responses may have added since the last sweep. */
  let recent = 0;
  const add = (bytes: number) => {
    recent += bytes;
    if (recent > bounds.mostOfSite) sweep();
  };
  const sweep = () => {
    recent = 0;
    // A request that waits for the one before it has no response that closes.
    for (const one of open) if (one.request.socket.destroyed) open.delete(one);
    for (const { request } of surplus(open, siteOfRequest, bounds)) close(request);
    if (open.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  };
  return (request, response) => {
    const one = { request, response, place: -1 };
    open.add(one);
    response.once('close', () => open.delete(one));
    response.once('prefinish', () => add(response.writableLength));
    add(firstRead(request));
    timer ??= setInterval(sweep, SWEEP_MS).unref();
  };
}

/** Frees what waits as well: the garbage collector may leave hundreds of MB of it for long. */
function close(request: IncomingMessage): void {
  // The reader of the body hears only that the connection is closed.
  request.removeAllListeners('data');
  for (let chunk = request.read(); chunk !== null; chunk = request.read()) freeChunk(chunk);
  request.socket.destroy();
}

/** How many bytes of a body may wait when its request begins. */
function firstRead({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return READ_BYTES;
  return Math.min(Number(headers['content-length'] ?? 0), READ_BYTES);
}

/** The requests to close, so that the others are within the limits. */
export function surplus(
  open: Iterable<Exchange>,
  siteOfRequest: (request: IncomingMessage) => string,
  { most, mostOfSite }: HeldBounds,
): Exchange[] {
  const waiting = [...open]
    .map((one) => ({ one, bytes: one.request.readableLength + one.response.writableLength }))
    .filter(({ bytes }) => bytes > 0);
  let total = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  // This is the case in most sweeps.
  if (total <= mostOfSite) return [];
  const sites = Map.groupBy(waiting, ({ one }) => siteOfRequest(one.request));
  const sizes = [...sites.values()].map((of) => ({
    of: of.toSorted((a, b) => a.bytes - b.bytes),
    bytes: of.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
  const given: Exchange[] = [];
  const giveUpFullest = (site: (typeof sizes)[number]) => {
    const fullest = site.of.pop();
    if (!fullest) return;
    given.push(fullest.one);
    site.bytes -= fullest.bytes;
    total -= fullest.bytes;
  };
  for (const site of sizes) {
    // One large response of a site may take its time while there is room for it.
    while (site.bytes > mostOfSite && site.of.length > 1) giveUpFullest(site);
  }
  const level = levelOf(
    sizes.map(({ bytes }) => bytes),
    most,
  );
  for (const site of sizes.toSorted((a, b) => b.bytes - a.bytes)) {
    while (total > most && site.bytes > level) giveUpFullest(site);
  }
  return given;
}

/** How much each site may have, so that all together have no more than `most`. */
function levelOf(sizes: number[], most: number): number {
  let left = most;
  let sites = sizes.length;
  for (const bytes of sizes.toSorted((a, b) => a - b)) {
    if (bytes > left / sites) return left / sites;
    left -= bytes;
    sites -= 1;
  }
  return Number.POSITIVE_INFINITY;
}
