/**
 * Time limits for statements. They use no session state, because a connection pooler refuses
 * startup parameters and, in transaction mode, gives the next transaction another session:
 * in a transaction .... `set local`, in the same message as `begin`
 * a single read ....... the server is asked to cancel it
 * no response at all .. the connection is destroyed; the pool opens another one
 */
import { connect } from 'node:net';
import type pg from 'pg';
import { MINUTE_MS } from '#shared/durations.ts';
import { type ConnectionHealth, LIMIT_WHILE_SILENT_MS } from './connection-health.ts';

/**
 * A transaction without a statement for this long belongs to a process that hangs, in milliseconds.
 */
const IDLE_IN_TRANSACTION_MS = 15_000;
/** How long the server may take to report that it canceled a statement, in milliseconds. */
const GRACE_MS = 1_000;

/** How long the server may take to accept the request for that, in milliseconds. */
const CANCEL_MS = MINUTE_MS;

/**
 * The second part of the match has the settings and locks of the transaction, in the same message.
 */
const BEGIN = /^\s*(begin\b[^;]*)(; (?:set local |select pg_advisory_xact_lock\().*)?$/is;
// A canceled write may still be committed: PostgreSQL stops waiting for its standby and reports
// success. So only reads are canceled.
const READ = /^\s*(?:select|with)\b/i;
const WRITE = /\b(?:insert|update|delete|merge)\b/i;

/** A statement with its own limit. */
export interface LimitedQuery extends pg.QueryConfig {
  limitMs: number;
}

/** Gives every statement of this connection a limit. */
export function limitStatements(
  client: pg.PoolClient,
  limitMs: number,
  health: ConnectionHealth,
): void {
  const { query } = client;
  const send = (args: unknown[]) => Reflect.apply(query, client, args);
  const limited = (first: unknown, ...rest: unknown[]) => {
    const text = textOf(first);
    // A cursor, or a call without a statement: pg reports its own error.
    if (text === null) return send([first, ...rest]);
    const statement = BEGIN.test(text) ? withText(first, beginWithLimits(text, limitMs)) : first;
    const ownMs = (first as Partial<LimitedQuery>).limitMs ?? limitMs;
    const stop = startLimit(client, text, ownMs, health);
    const at = rest.findLastIndex((argument) => typeof argument === 'function');
    const callback = rest[at];
    if (typeof callback === 'function') {
      rest[at] = (error: unknown, result: unknown) => {
        stop(!error);
        callback(error, result);
      };
      return send([statement, ...rest]);
    }
    const result: Promise<unknown> = send([statement, ...rest]);
    result.then(
      () => stop(true),
      () => stop(false),
    );
    return result;
  };
  client.query = limited as typeof client.query;
}

function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  const { text, submit } = (statement ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && typeof submit !== 'function' ? text : null;
}

function withText(statement: unknown, text: string): unknown {
  return typeof statement === 'string' ? text : { ...(statement as object), text };
}

function beginWithLimits(text: string, limitMs: number): string {
  const limits = `set local statement_timeout = ${limitMs}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;
  return text.replace(BEGIN, (_, begin, more = '') => [begin, '; ', limits, more].join(''));
}

/** Returns a function that ends the limit. Its argument says whether the database responded. */
function startLimit(
  client: pg.PoolClient,
  text: string,
  limitMs: number,
  health: ConnectionHealth,
): (hasResponded: boolean) => void {
  const giveUp = () => {
    health.gotNoResponse();
    breakOff(client);
  };
  const late = () => {
    if (READ.test(text) && !WRITE.test(text)) cancelStatement(client);
    timer = setTimeout(giveUp, GRACE_MS);
  };
  let timer = setTimeout(
    late,
    health.isSilent ? Math.min(LIMIT_WHILE_SILENT_MS, limitMs) : limitMs,
  );
  return (hasResponded) => {
    clearTimeout(timer);
    if (hasResponded) health.hasResponded();
  };
}

/** The private fields of pg's connection. */
type Connected = {
  processID: number | null;
  secretKey: number | null;
  host: string;
  port: number;
  connection: { stream: { destroy(error: Error): void } };
};

// Fails pending statements. The pool then drops the connection.
function breakOff(client: pg.PoolClient): void {
  const error = new Error('The database did not respond in time.');
  const { connection } = client as unknown as Connected;
  connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
}

/**
 * Sends the cancel request on a separate connection, as the protocol requires. It gets no response,
 * and the server closes the connection. PgBouncer ignores the request of a client that closes first,
 * and versions before 1.19.1 end because of it.
 */
function cancelStatement(client: pg.PoolClient): void {
  const { processID, secretKey, host, port } = client as unknown as Connected;
  if (processID === null || secretKey === null) return;
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80_877_102, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const socket = connect(
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  );
  socket.setTimeout(CANCEL_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('connect', () => socket.write(message));
  socket.resume().unref();
}
