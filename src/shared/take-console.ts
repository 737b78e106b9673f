import { format } from 'node:util';
import type { Log } from './log.ts';

/**
 * Sends what libraries print to the console, and Node's warnings, through the log: structured, and
 * without secrets. For the process of a shop, at its start.
 */
export function takeConsole(log: Log): void {
  const info = (...args: unknown[]) => log.info('console', { text: textOf(args) });
  const warn = (...args: unknown[]) => log.warn('console', { text: textOf(args) });
  Object.assign(console, { log: info, info, debug: info, warn, error: warn, trace: warn });
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn('node.warning', { name, message }));
}

// An error printed whole shows everything it carries.
function textOf(args: unknown[]): string {
  return format(...args.map((arg) => (arg instanceof Error ? arg.name : arg)));
}
