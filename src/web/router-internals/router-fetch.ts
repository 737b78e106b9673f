/** The router fetches data by `window.fetch` as it is at that moment (8.4). */
import { isRoutersRequest } from './route-data.ts';

export interface RouterFetch {
  /** Responds to a request of the router for this data, if it can. */
  respond(key: string): Promise<Response> | undefined;
  /** The router waits for this data. */
  onAsked(key: string, response: Promise<Response>): void;
  /** Something of the page sends a change. */
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
