import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#shared/log.ts';
import { errorCode } from '#shared/start-error.ts';

const RETRY_MS = 500;

/**
 * Runs a step of the start, which must be repeatable, and repeats it while the database can't be
 * reached: machines and containers start in any order. An error that waiting does not solve (a
 * wrong password) is thrown at once.
 */
export async function awaitDatabase<T>(
  step: () => Promise<T>,
  options: { seconds: number; place: string; log: Log; signal: AbortSignal },
): Promise<T> {
  const { seconds, place, log, signal } = options;
  let deadline: number | null = null;
  for (;;) {
    try {
      return await orAborted(step(), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isUnreachable(error)) throw error;
      if (deadline === null) {
        deadline = performance.now() + seconds * 1_000;
        if (seconds > 0) log.warn('database.waiting', { place, seconds, why: reasonOf(error) });
      }
      if (performance.now() + RETRY_MS > deadline) throw error;
      await orAborted(sleep(RETRY_MS), signal);
    }
  }
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    work.catch(() => {});
    signal.removeEventListener('abort', abort);
  }
}

/** The server does not listen yet, or reports that it is too early. */
const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // A unix socket that does not exist yet.
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
]);
const UNREACHABLE_MESSAGES =
  /^Connection terminated|^timeout exceeded|^timeout expired|^Client (?:has encountered|was closed)/;
// A pooler reports every error under one code.
const POOLER_WORDS =
  /cannot connect|server login|(?:query_wait|connect|login|server).*timeout|conn(?:ection)? crashed|shut(?:ting)? ?down|terminat/i;

function isUnreachable(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const code = errorCode(cause) ?? '';
    if (code === '08P01') return POOLER_WORDS.test(cause.message);
    return UNREACHABLE_CODES.has(code) || UNREACHABLE_MESSAGES.test(cause.message);
  });
}

function reasonOf(error: unknown): string {
  const cause = causesOf(error).at(-1);
  return errorCode(cause) ?? cause?.message ?? 'unknown';
}

/** An error with all its causes, and the errors that it aggregates. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const batched = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...batched].flatMap(causesOf)];
}
