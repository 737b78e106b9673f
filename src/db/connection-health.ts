import type pg from 'pg';

/** The state of the network line to the database, shared by all connections of a pool. */
export interface ConnectionHealth {
  /**
   * Whether a statement got no response shortly before. Then the next ones wait for a shorter time.
   */
  readonly isSilent: boolean;
  hasResponded(): void;
  gotNoResponse(): void;
}

/** How long a statement or a new connection may take while the line is silent, in milliseconds. */
export const LIMIT_WHILE_SILENT_MS = 1_000;
/** After this time the full limit applies again, because a slow response may still come. */
const FORGOTTEN_MS = 10_000;

const NO_RESPONSE = /due to connection timeout|^timeout expired/;

/** Watches the connections of a pool, and shortens their limits while the line is silent. */
export function watchConnectionHealth({ pool }: { pool: pg.Pool }): ConnectionHealth {
  let usualMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const health: ConnectionHealth = {
    get isSilent() {
      return timer !== undefined;
    },
    hasResponded() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      pool.options.connectionTimeoutMillis = usualMs;
    },
    gotNoResponse() {
      if (timer === undefined) usualMs = pool.options.connectionTimeoutMillis;
      else clearTimeout(timer);
      pool.options.connectionTimeoutMillis = LIMIT_WHILE_SILENT_MS;
      timer = setTimeout(() => health.hasResponded(), FORGOTTEN_MS);
      timer.unref();
    },
  };
  const connect = pool.connect.bind(pool);
  type Connected = Parameters<Parameters<typeof connect>[0]>;
  const note = (error: Error | undefined) => {
    if (error && NO_RESPONSE.test(error.message)) health.gotNoResponse();
  };
  const watched = (callback?: (...result: Connected) => void) => {
    if (!callback) {
      const connected = connect();
      connected.catch(note);
      return connected;
    }
    return connect((...result: Connected) => {
      note(result[0]);
      callback(...result);
    });
  };
  pool.connect = watched as typeof pool.connect;
  return health;
}
