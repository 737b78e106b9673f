import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { serialize } from 'node:v8';
import pg from 'pg';
import type { Statement } from './observer.ts';

// Loaded into the shop's process before the shop itself (`node --import`). It responds to questions
// about that process on its own port, and does nothing without one.

/** Delays are measured to the millisecond; the timer's own interval is subtracted. */
const RESOLUTION_MS = 1;

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let statements: Statement[] = [];
let stopRecording: (() => void) | null = null;

const questions: Record<string, () => unknown> = {
  '/delays/start': () => {
    delays.reset();
    delays.enable();
  },
  '/delays/stop': () => {
    delays.disable();
    const inMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    return { p99Ms: inMs(delays.percentile(99)), maxMs: inMs(delays.max) };
  },
  '/statements/start': () => {
    stopRecording?.();
    statements = [];
    stopRecording = recordStatements();
  },
  '/statements/stop': () => {
    stopRecording?.();
    stopRecording = null;
    return statements;
  },
};

const server = createServer((request, response) => {
  const ask = questions[request.url ?? ''];
  if (ask) response.end(serialize(ask()));
  else response.writeHead(404).end();
});
server.listen(Number(process.env.BENCH_OBSERVER_PORT), '127.0.0.1').unref();

// Every statement of every pool passes through here.
function recordStatements(): () => void {
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [query, values] = args as [
      string | { text: string; values?: unknown[]; name?: string },
      unknown,
    ];
    const text = typeof query === 'string' ? query : query.text;
    const given = Array.isArray(values) ? values : typeof query === 'string' ? [] : query.values;
    const name = typeof query === 'string' ? undefined : query.name;
    if (text) statements.push({ text, values: structuredClone(given ?? []), name });
    return Reflect.apply(original, this, args);
  } as typeof original;
  return () => {
    pg.Client.prototype.query = original;
  };
}
