import { format } from 'node:util';
import type { Log } from './log.ts';

/**
 * Makes what libraries print to the console, and Node's warnings, lines of the log: structured, and
 * without secrets. For the process of a shop, at its start.
 */
export function takeConsole(log: Log): void {
  const info = (...args: unknown[]) => log.info('console', { text: format(...args) });
  const warn = (...args: unknown[]) => {
    // An error printed whole shows everything it carries; the log leaves that out.
    const error = args.find((arg) => arg instanceof Error);
    const rest = args.filter((arg) => !(arg instanceof Error));
    const fields = rest.length > 0 ? { text: format(...rest) } : {};
    if (error) log.error('console', error, fields);
    else log.warn('console', fields);
  };
  Object.assign(console, { log: info, info, debug: info, warn, error: warn, trace: warn });
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn('node.warning', { name, message }));
}
