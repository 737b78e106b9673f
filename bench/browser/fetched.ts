import type { Request } from 'playwright-core';

/** What of one kind was fetched over the network: where from, and bytes as they came, compressed. */
export interface Fetched {
  path: string;
  bytes: number;
}

export function fetchedOf(requests: Request[], kind: string): Promise<Fetched[]> {
  const chosen = requests.filter((request) => request.resourceType() === kind);
  return Promise.all(
    chosen.map(async (request) => ({
      path: request.url(),
      // What comes from the browser's cache has a size below nothing.
      bytes: Math.max(0, (await request.sizes()).responseBodySize),
    })),
  );
}

export const sumOf = (files: Fetched[]) => files.reduce((total, { bytes }) => total + bytes, 0);
