import { newRequestId } from '#shared/ids.ts';
import {
  createSecurityHeaders,
  isPage,
  type SecurityOptions,
} from '../http/middleware/security-headers.ts';

/** The headers of an entry, put together once. */
export interface CachedHeaders {
  /** Pages have a policy with a nonce as well, which every answer has its own of. */
  isPage: boolean;
  /** What all its answers have alike: names and values in turn. */
  alike: string[];
}

export function createHeaders(options: SecurityOptions) {
  const security = createSecurityHeaders(options);
  const [, ...alikeOnPages] = security.page('');
  return {
    /** With those that the answer has by itself. */
    keep(own: [string, string][]): CachedHeaders {
      const named = new Map(own.map(([name, value]) => [name.toLowerCase(), value]));
      const isOfPage = isPage(named.get('content-type') ?? null);
      const added = isOfPage ? alikeOnPages : security.data;
      const unnamed = added.filter(([name]) => !named.has(name.toLowerCase()));
      return {
        isPage: isOfPage,
        alike: ['Vary', 'Accept-Encoding', ...own.flat(), ...unnamed.flat()],
      };
    },
    /** Those of one answer. */
    of({ isPage: isOfPage, alike }: CachedHeaders, nonce: string): string[] {
      const headers = ['X-Request-Id', newRequestId(), ...alike];
      const [policy] = isOfPage ? security.page(nonce) : [];
      return policy ? [...headers, ...policy] : headers;
    },
  };
}
