import { readText } from '../read-text.ts';

/**
 * Returns the same response after reading it as a whole. A gateway in between may send anything,
 * and the provider's library would fail where nobody catches the error. So this throws when the
 * response is too large, or is JSON but no object. An error status gets the provider's form of an
 * error; without it, the library takes the response for a success. NULs are removed, because the
 * database can't store them. The library itself reports a response that is not JSON.
 */
export async function readObject(response: Response): Promise<Response> {
  const text = await readText(response, 'the card provider');
  let value: unknown;
  try {
    value = JSON.parse(text, (_, part) =>
      typeof part === 'string' ? part.replaceAll('\0', '') : part,
    );
  } catch {
    return anew(response, text);
  }
  if (typeof value !== 'object' || value === null) {
    throw new TypeError('The card provider sent JSON that is no object.');
  }
  if (response.ok || hasError(value)) return anew(response, JSON.stringify(value));
  const message = `The card provider responded with ${response.status}.`;
  return anew(response, JSON.stringify({ error: { type: 'api_error', message } }));
}

function hasError(value: object): boolean {
  return 'error' in value && typeof value.error === 'object' && value.error !== null;
}

function anew({ status, statusText, headers }: Response, text: string): Response {
  // Some statuses allow no body.
  const body = [204, 205, 304].includes(status) ? null : text;
  return new Response(body, { status, statusText, headers });
}
