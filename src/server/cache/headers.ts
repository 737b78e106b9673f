import { newRequestId } from '#shared/ids.ts';
import {
  createSecurityHeaders,
  isPage,
  type SecurityOptions,
} from '../http/middleware/security-headers.ts';

/** The headers of a cache entry, prepared once. */
export interface CachedHeaders {
  /** Pages also have a policy with a nonce, which differs in every response. */
  isPage: boolean;
  /** The headers of the response itself. */
  own: [string, string][];
  /**
   * The headers that all responses of the entry share, as an alternating list of names and values.
   */
  shared: string[];
}

export function createHeaders(options: SecurityOptions) {
  const security = createSecurityHeaders(options);
  const [, ...sharedOnPages] = security.page('');
  return {
    /** Adds the response's own headers. */
    keep(own: [string, string][]): CachedHeaders {
      const named = new Map(own.map(([name, value]) => [name.toLowerCase(), value]));
      const isOfPage = isPage(named.get('content-type') ?? null);
      const added = isOfPage ? sharedOnPages : security.data;
      const unnamed = added.filter(([name]) => !named.has(name.toLowerCase()));
      return {
        isPage: isOfPage,
        own,
        shared: ['Vary', 'Accept-Encoding', ...own.flat(), ...unnamed.flat()],
      };
    },
    /** The headers of one response. */
    of({ isPage: isOfPage, shared }: CachedHeaders, nonce: string): string[] {
      const headers = ['X-Request-Id', newRequestId(), ...shared];
      const [policy] = isOfPage ? security.page(nonce) : [];
      return policy ? [...headers, ...policy] : headers;
    },
  };
}
