import { isRouteErrorResponse } from 'react-router';
import { isOffline } from './is-offline.ts';

/** Why the shop did not respond, in a form that pages can show. */
export interface Unreachable {
  code: string;
  message: string;
  status: number;
}

const OFFLINE = 'You seem to be offline. Please try again when the connection is back.';
const UNREACHABLE = 'The shop could not be reached. Please try again in a moment.';
const SLOW =
  'The shop did not respond in time. Please check whether it went through before you try again.';

/** A response that did not arrive in time. */
export class SlowResponse extends Error {
  override name = 'SlowResponse';
}

/**
 * Recognizes a lost connection, a late response and a refusal from outside the pages (a proxy, a
 * rate limit, a guard of forms). Returns null for everything that a page itself returns.
 */
export function readUnreachable(error: unknown): Unreachable | null {
  if (error instanceof SlowResponse) return { code: 'timeout', message: SLOW, status: 504 };
  // The pages' own refusals are objects. Text comes from a proxy, a rate limit or `signInNeeded`.
  if (isRouteErrorResponse(error) && typeof error.data === 'string') {
    const { code = 'unavailable', detail } = readProblem(error.data);
    if (!detail && error.status < 502) return null;
    return { code, message: detail ?? UNREACHABLE, status: error.status };
  }
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  const lost = name === 'TypeError' && /fetch|network|load failed/i.test(message);
  if (!lost && !message.startsWith('Unable to decode')) return null;
  return { code: 'unavailable', message: isOffline() ? OFFLINE : UNREACHABLE, status: 503 };
}

function readProblem(text: string): { code?: string; detail?: string } {
  try {
    const problem: { code?: unknown; detail?: unknown } | null = JSON.parse(text);
    return {
      ...(typeof problem?.code === 'string' && { code: problem.code }),
      ...(typeof problem?.detail === 'string' && { detail: problem.detail }),
    };
  } catch {
    return {};
  }
}
