/** The router fetches data with the current `window.fetch` (8.4). */
import { isRoutersRequest } from './route-data.ts';

export interface RouterFetch {
  /** Responds to the router's request for this data; undefined if it can't. */
  respond(key: string): Promise<Response> | undefined;
  /** Called when the router waits for this data. */
  onAsked(key: string, response: Promise<Response>): void;
  /** Called when any part of the page sends a change. */
  onChange(): void;
}

/**
 * Lets `router` respond to the router's requests until the returned function is called. `fetch`
 * asks the server.
 */
export function takeOverFetch(router: RouterFetch): { fetch: typeof window.fetch; end(): void } {
  const { fetch } = window;
  window.fetch = (input, init) => {
    const { method = 'GET' } = input instanceof Request ? input : (init ?? {});
    const isChange = method !== 'GET';
    if (isChange) router.onChange();
    if (!isRoutersRequest(input)) return fetch(input, init);
    const key = input.pathname + input.search;
    const found = isChange ? undefined : router.respond(key);
    // After a failed response, the request is repeated and fails with its own error.
    const response = found ? found.catch(() => fetch(input, init)) : fetch(input, init);
    router.onAsked(key, response);
    return response;
  };
  return {
    fetch,
    end() {
      window.fetch = fetch;
    },
  };
}
