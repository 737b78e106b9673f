/**
 * Limits the memory of responses that their clients do not read. A page is made as a whole and then
 * waits in this process, up to half a megabyte each. A client that reads a little from time to time
 * does not count as stalled. So the waiting bytes are summed up: once a second, and when the
 * responses since then have added as many waiting bytes as one site may have. Above the limit of a
 * site, or of all sites, connections of the site with the most waiting bytes are closed, the
 * fullest first.
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

/** Returns a function to call with each request that begins. */
export function boundUnread(
  siteOfRequest: (request: IncomingMessage) => string,
  bounds: UnreadBounds,
): (request: IncomingMessage, response: ServerResponse) => void {
  const open = new Set<Open>();
  let timer: NodeJS.Timeout | null = null;
  /** Bytes that waited at the end of each response since the last sweep. */
  let recent = 0;
  const sweep = () => {
    recent = 0;
    for (const { request } of surplus(open, siteOfRequest, bounds)) request.socket.destroy();
    if (open.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  };
  return (request, response) => {
    const one = { request, response };
    open.add(one);
    response.once('close', () => open.delete(one));
    response.once('prefinish', () => {
      recent += response.writableLength;
      if (recent > bounds.mostOfSite) sweep();
    });
    timer ??= setInterval(sweep, SWEEP_MS).unref();
  };
}

/** The responses to close, so that the others are within the limits. */
export function surplus(
  open: Iterable<Open>,
  siteOfRequest: (request: IncomingMessage) => string,
  { most, mostOfSite }: UnreadBounds,
): Open[] {
  const waiting = [...open]
    .map((one) => ({ one, bytes: one.response.writableLength }))
    .filter(({ bytes }) => bytes > 0);
  let total = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  // This is the case in most sweeps.
  if (total <= mostOfSite) return [];
  const sites = Map.groupBy(waiting, ({ one }) => siteOfRequest(one.request));
  const sizes = [...sites.values()].map((of) => ({
    of: of.toSorted((a, b) => a.bytes - b.bytes),
    bytes: of.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
  const given: Open[] = [];
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
