import { ownValue } from '#shared/own-value.ts';
import type { ImageCounts } from '../import.schema.ts';

export const noImages: ImageCounts = { toFetch: 0, done: 0, fetched: 0, failed: 0, stay: {} };

/** Counts images that stay on another host. `hosts` has the host of each. */
export function withHosts(stay: ImageCounts['stay'], hosts: string[]): ImageCounts['stay'] {
  if (hosts.length === 0) return stay;
  const counts = { ...stay };
  for (const host of hosts) counts[host] = (ownValue(counts, host) ?? 0) + 1;
  return counts;
}
