/** One JSON line per event on standard output or error; never a secret, a password or a card. */
export type LogFields = Record<string, unknown>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
}

/** A log that hands its lines to these. */
export function createJsonLog(print: { out(line: string): void; error(line: string): void }): Log {
  return {
    info: (event, fields) => print.out(line('info', event, fields)),
    warn: (event, fields) => print.error(line('warn', event, fields)),
    error: (event, error, fields) =>
      print.error(line('error', event, { ...fields, error: describe(error) })),
  };
}

export const jsonLog = createJsonLog({
  out: (text) => console.log(text),
  error: (text) => console.error(text),
});

export const silentLog: Log = { info() {}, warn() {}, error() {} };

function line(level: string, event: string, fields?: LogFields): string {
  return JSON.stringify({ at: new Date().toISOString(), level, event, ...fields });
}

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return isAnswer(error) ? describeAnswer(error) : String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) };
}

/** What the router throws instead of an error: an answer with a status. */
type ThrownAnswer = { status: number; statusText?: unknown; data?: unknown; error?: unknown };

function isAnswer(error: unknown): error is ThrownAnswer {
  return (
    typeof error === 'object' &&
    error !== null &&
    typeof (error as ThrownAnswer).status === 'number'
  );
}

function describeAnswer({ status, statusText, data, error }: ThrownAnswer): unknown {
  if (error instanceof Error) return { status, ...(describe(error) as object) };
  return { status, statusText, data };
}
