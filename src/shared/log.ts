import { describeError, redact } from './redact.ts';

/**
 * One JSON line per event on standard output or error. Never holds a secret, a password or a card.
 */
export type LogFields = Record<string, unknown>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
}

export const jsonLog: Log = {
  info: (event, fields) => write('stdout', line('info', event, fields)),
  warn: (event, fields) => write('stderr', line('warn', event, fields)),
  error: (event, error, fields) =>
    write('stderr', line('error', event, { ...fields, error: describe(error) })),
};

export const silentLog: Log = { info() {}, warn() {}, error() {} };

// It does not use the console, because the console writes to this log.
function write(stream: 'stdout' | 'stderr', text: string): void {
  process[stream].write(`${text}\n`);
}

function line(level: string, event: string, fields: LogFields = {}): string {
  return JSON.stringify({
    at: new Date().toISOString(),
    level,
    event,
    ...(redact(fields) as object),
  });
}

function describe(error: unknown): unknown {
  if (error instanceof Error) return describeError(error);
  return isResponse(error) ? describeResponse(error) : String(error);
}

/** What the router throws instead of an error: a response with a status. */
type ThrownResponse = { status: number; statusText?: unknown; data?: unknown; error?: unknown };

function isResponse(error: unknown): error is ThrownResponse {
  return (
    typeof error === 'object' &&
    error !== null &&
    typeof (error as ThrownResponse).status === 'number'
  );
}

function describeResponse({ status, statusText, data, error }: ThrownResponse): unknown {
  if (error instanceof Error) return { status, ...describeError(error) };
  return { status, statusText, data };
}
