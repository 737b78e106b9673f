import type { Page } from 'playwright-core';

/**
 * A call of the shop with a body as JSON, as the person of the page. An error response is thrown.
 * `version` is that of the record that the call changes, where it asks for one.
 */
export async function call<T>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
  version?: number,
): Promise<T> {
  const response = await page.evaluate(
    async ([how, where, json, seen]) => {
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...(seen === undefined ? {} : { 'if-match': `"${seen}"` }),
      };
      const sent = await fetch(where, { method: how, headers, ...(json && { body: json }) });
      return { ok: sent.ok, text: await sent.text() };
    },
    [method, path, body === undefined ? '' : JSON.stringify(body), version] as const,
  );
  if (!response.ok) throw new Error(`${path}: ${response.text.slice(0, 300)}`);
  return JSON.parse(response.text);
}
