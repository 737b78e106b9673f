import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/**
 * How much of the memory of this machine, or of its container, PostgreSQL may use. The shop, the
 * system's cache of files and other programs share it, so PostgreSQL's own cache is a sixteenth.
 */
export function memorySettings(bytes = memoryOfMachine()): Record<string, string> {
  return {
    shared_buffers: memoryShare(bytes, { part: 16, least: 128, most: 2_048 }),
    // What the planner expects to find cached, by PostgreSQL or by the system.
    effective_cache_size: memoryShare(bytes, { part: 2, least: 512, most: 65_536 }),
    // For building indexes.
    maintenance_work_mem: memoryShare(bytes, { part: 64, least: 64, most: 512 }),
  };
}

/**
 * Each connection keeps up to 8 MB at the end of its memory that a statement has freed, for the next
 * one. glibc begins with 128 KB and raises that only after a larger piece was freed. What it returns,
 * the system clears and maps anew, which can take a tenth of a search. Linux with glibc.
 */
export const MALLOC = {
  MALLOC_TRIM_THRESHOLD_: String(8 * MB),
  MALLOC_MMAP_THRESHOLD_: String(8 * MB),
};

/** A part of the memory, within limits in megabytes. */
export function memoryShare(
  bytes: number,
  { part, least, most }: { part: number; least: number; most: number },
): string {
  return `${Math.round(Math.min(most, Math.max(least, bytes / MB / part)))}MB`;
}

/** In bytes. A limit of 0, or above the machine's memory, means no limit. */
export function memoryOfMachine(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
