import type { Request } from 'playwright-core';

/** What was fetched over the network, of one kind: the addresses, and the compressed bytes. */
export interface Fetched {
  path: string;
  bytes: number;
}

export function fetchedOf(requests: Request[], kind: string): Promise<Fetched[]> {
  const chosen = requests.filter((request) => kindOf(request) === kind);
  return Promise.all(
    chosen.map(async (request) => ({
      path: request.url(),
      // A response from the browser's cache has a negative size.
      bytes: Math.max(0, (await request.sizes()).responseBodySize),
    })),
  );
}

// A file that is only stored for later (`prefetch`) has no kind of its own in the browser.
function kindOf(request: Request): string {
  const isScript = new URL(request.url()).pathname.endsWith('.js');
  return isScript ? 'script' : request.resourceType();
}

export const sumOf = (files: Fetched[]) => files.reduce((total, { bytes }) => total + bytes, 0);
