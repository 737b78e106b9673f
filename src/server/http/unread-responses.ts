/**
 * Bounds the memory of responses that their clients do not read. A page is made as a whole and then
 * waits in this process, up to half a megabyte each; a client that reads a little now and then does
 * not count as stalled. So once in a second the waiting bytes are added up, and above the limit of a
 * site, or of all sites, connections of the site that has the most are closed, the fullest first.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface UnreadBounds {
  /** Bytes of all responses together, and of those of one site. */
  most: number;
  mostOfSite: number;
}

const MB = 1024 * 1024;
export const UNREAD_BOUNDS: UnreadBounds = { most: 64 * MB, mostOfSite: 16 * MB };

const SWEEP_MS = 1_000;

interface Open {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Returns what is to be called with each request that begins. */
export function boundUnread(
  siteOfRequest: (request: IncomingMessage) => string,
  bounds: UnreadBounds,
): (request: IncomingMessage, response: ServerResponse) => void {
  const open = new Set<Open>();
  let timer: NodeJS.Timeout | null = null;
  const sweep = () => {
    for (const { request } of surplus(open, siteOfRequest, bounds)) request.socket.destroy();
    if (open.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  };
  return (request, response) => {
    const one = { request, response };
    open.add(one);
    response.once('close', () => open.delete(one));
    timer ??= setInterval(sweep, SWEEP_MS).unref();
  };
}

/** The responses to give up so that the others are within the bounds. */
export function surplus(
  open: Iterable<Open>,
  siteOfRequest: (request: IncomingMessage) => string,
  { most, mostOfSite }: UnreadBounds,
): Open[] {
  const waiting = [...open]
    .map((one) => ({ one, bytes: one.response.writableLength }))
    .filter(({ bytes }) => bytes > 0);
  let total = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  // Nothing else is read on most sweeps.
  if (total <= mostOfSite) return [];
  const sites = Map.groupBy(waiting, ({ one }) => siteOfRequest(one.request));
  const sizes = [...sites.values()].map((of) => ({
    of: of.toSorted((a, b) => a.bytes - b.bytes),
    bytes: of.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
  const given: Open[] = [];
  for (;;) {
    // One large response may take its time while there is room for it.
    const over = sizes.filter(
      ({ of, bytes }) => total > most || (of.length > 1 && bytes > mostOfSite),
    );
    const largest = over.toSorted((a, b) => b.bytes - a.bytes)[0];
    const fullest = largest?.of.pop();
    if (!largest || !fullest) return given;
    given.push(fullest.one);
    largest.bytes -= fullest.bytes;
    total -= fullest.bytes;
  }
}
