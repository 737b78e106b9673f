import { format } from 'node:util';
import { createJsonLog, type Log } from '#shared/log.ts';

export interface ProcessLog {
  log: Log;
  /** Prints a line as it is, for the person at the terminal. */
  print(line: string): void;
  /** The same for why the shop does not start. */
  printFault(line: string): void;
}

/**
 * Makes everything that this process writes from now on a line of the log: what libraries print to
 * the console (of aborted requests and malformed addresses, for example), Node's warnings, and what
 * ends the process. An error goes through the log's own description, which leaves secrets out.
 */
export function logEverything(): ProcessLog {
  const print = { out: console.log.bind(console), error: console.error.bind(console) };
  const log = createJsonLog(print);
  const levels = {
    log: 'info',
    info: 'info',
    debug: 'info',
    warn: 'warn',
    error: 'error',
  } as const;
  for (const [method, level] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...words: unknown[]) => logWords(log, level, words);
  }
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn('node.warning', { name, message }));
  process.on('uncaughtException', (error) => {
    log.error('process.failed', error);
    process.exit(1);
  });
  return { log, print: print.out, printFault: print.error };
}

function logWords(log: Log, level: 'info' | 'warn' | 'error', words: unknown[]): void {
  const error = words.find((word) => word instanceof Error);
  const rest = words.filter((word) => word !== error);
  const fields = rest.length > 0 ? { text: format(...rest) } : {};
  if (level === 'error') log.error('console', error ?? fields.text, error ? fields : {});
  else if (error) log.warn('console', { ...fields, message: (error as Error).message });
  else log[level]('console', fields);
}
