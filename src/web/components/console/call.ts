export const NO_RESPONSE = 'The shop could not be reached. Please try again.';
/** The message when a proxy refused the body before the shop received it. */
const TOO_MUCH =
  'That is too much at once. Please send it in smaller parts, with fewer changes each.';
const WAIT_MS = 30_000;

/** The value that a call returned, or why there is none, with the status if there was a response. */
export type CallResult<T> =
  | { value: T; problem?: never; status?: never }
  | { value?: never; problem: string; status?: number };

/** Calls the shop from a page of the console. */
export async function call<T>(path: string, init: RequestInit = {}): Promise<CallResult<T>> {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(WAIT_MS) });
    if (response.ok) return { value: await response.json() };
    return { problem: await problemOf(response), status: response.status };
  } catch {
    return { problem: NO_RESPONSE };
  }
}

async function problemOf(response: Response): Promise<string> {
  const body = await response.json().catch(() => null);
  return body?.detail ?? (response.status === 413 ? TOO_MUCH : NO_RESPONSE);
}

/** Sends a JSON body to the shop from a page of the console, by POST. */
export function post<T>(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<CallResult<T>> {
  return call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** The statuses of a refusal after which the shop can't have done what it was sent. */
const REFUSED = [400, 413, 422];

/** Whether a response says that nothing was done. After any other one it is not known. */
export function wasRefused(status: number | undefined): boolean {
  return status !== undefined && REFUSED.includes(status);
}
