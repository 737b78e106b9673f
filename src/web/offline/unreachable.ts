import { isRouteErrorResponse } from 'react-router';

/** Why the shop did not answer as a page can use it. */
export interface Unreachable {
  code: string;
  message: string;
  status: number;
}

const OFFLINE = 'You seem to be offline. Please try again when the connection is back.';
const UNREACHABLE = 'The shop could not be reached. Please try again in a moment.';
const SLOW =
  'The shop did not answer in time. Please check whether it went through before you try again.';

/** An answer that did not come in time. */
export class SlowResponse extends Error {
  override name = 'SlowAnswer';
}

/**
 * Tells a lost connection, a late answer and a refusal from outside the pages (a proxy, a limit)
 * from everything that a page answers itself; null for the latter.
 */
export function readUnreachable(error: unknown): Unreachable | null {
  if (error instanceof SlowResponse) return { code: 'timeout', message: SLOW, status: 504 };
  // A page's own refusals are objects; text is what somebody in between has to say.
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

// The server renders error pages as well, and has no such thing.
function isOffline(): boolean {
  return typeof document !== 'undefined' && !navigator.onLine;
}
