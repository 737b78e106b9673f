import { availableParallelism } from 'node:os';
import { memoryOfMachine, memoryShare } from './memory-settings.ts';

/** What a machine, or its container, has. */
interface Machine {
  bytes: number;
  cores: number;
}

/**
 * When PostgreSQL removes dead rows and counts rows for its planner, and how much of this machine
 * that may take. It follows changes of a few percent: tables grow to millions of rows, and old rows
 * are removed every minute.
 */
export function vacuumSettings({ bytes, cores }: Machine = machine()): Record<string, string> {
  return {
    // With a million rows the defaults wait for 100,000 to 200,000 changes. Until then the planner
    // knows none of them, and lists pass over the rows that are gone.
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',
    // Tables that only grow, such as the ledger: lists of them are read from the index alone once
    // their pages were visited.
    autovacuum_vacuum_insert_scale_factor: '0.05',
    // A process takes most of a core, and the shop needs the others.
    autovacuum_max_workers: String(between(2, Math.floor(cores / 2), 6)),
    // How many pages they read and write together before they pause.
    autovacuum_vacuum_cost_limit: String(between(200, cores * 100, 1_600)),
    // Each of them may take as much.
    autovacuum_work_mem: memoryShare(bytes, { part: 256, least: 32, most: 256 }),
  };
}

const machine = (): Machine => ({ bytes: memoryOfMachine(), cores: availableParallelism() });

const between = (least: number, value: number, most: number) =>
  Math.min(most, Math.max(least, value));
