import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/**
 * How much of the memory of this machine, or of its container, PostgreSQL may use. The shop, the
 * system's cache of files and other programs share it, so PostgreSQL's own cache is a sixteenth.
 */
export function memorySettings(bytes = memoryOfMachine()): Record<string, string> {
  const shareOf = (part: number, least: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, bytes / MB / part)))}MB`;
  return {
    shared_buffers: shareOf(16, 128, 2_048),
    // What the planner expects to find cached, by PostgreSQL or by the system.
    effective_cache_size: shareOf(2, 512, 65_536),
    // For building indexes.
    maintenance_work_mem: shareOf(64, 64, 512),
  };
}

// A limit of 0, or above the machine's memory, means no limit.
function memoryOfMachine(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
