import type { Request } from 'playwright-core';

/** What was fetched over the network: the addresses and the compressed bytes of one kind. */
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

// The browser has no kind of its own for a file that is only stored for later (`prefetch`).
function kindOf(request: Request): string {
  const isScript = new URL(request.url()).pathname.endsWith('.js');
  return isScript ? 'script' : request.resourceType();
}

export const sumOf = (files: Fetched[]) => files.reduce((total, { bytes }) => total + bytes, 0);
