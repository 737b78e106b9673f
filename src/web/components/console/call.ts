const NO_RESPONSE = 'The shop could not be reached. Please try again.';
const WAIT_MS = 30_000;

/** What a call returned, or the sentence of its refusal. */
export type CallResult<T> = { value: T; problem?: never } | { value?: never; problem: string };

/** Calls the shop from a page of the console. */
export async function call<T>(path: string, init: RequestInit = {}): Promise<CallResult<T>> {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(WAIT_MS) });
    const body = await response.json();
    return response.ok ? { value: body } : { problem: body.detail ?? NO_RESPONSE };
  } catch {
    return { problem: NO_RESPONSE };
  }
}

/** The same with a JSON body. */
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
