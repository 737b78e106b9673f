import { format } from 'node:util';
import type { Log } from './log.ts';

/**
 * Redirects what libraries print to the console, and Node's warnings, into the log: structured, and
 * without secrets. Call it at the start of a shop's process.
 */
export function takeConsole(log: Log): void {
  const info = (...args: unknown[]) => log.info('console', { text: format(...args) });
  const warn = (...args: unknown[]) => {
    // Printing an error shows all of its fields. The log leaves them out.
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
