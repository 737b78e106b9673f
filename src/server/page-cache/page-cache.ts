/**
 * Pages rendered once and sent to everyone. Rendering costs fifty times what sending does, and what
 * differs between two visitors of a page is a name, a picture, a count and a nonce. So:
 *  1. A request for a page that is kept (`addresses.ts`) is answered here, before the app.
 *  2. One statement asks whose session it is, what is in the cart and what of the goods has changed,
 *     for all requests of the moment, and it begins after they came (`features/freshness`).
 *  3. What was made from something that changed is forgotten (`kept.ts`). What is left is as young
 *     as the last committed change, whichever process made it.
 *  4. What is missing is rendered, once for all who wait, with stand-ins for name, picture, count
 *     and nonce (`symbols.ts`), and cut where they came out (`template.ts`).
 *  5. The answer is the segments with the visitor's own values between, escaped as each place asks
 *     for (`escapes.ts`); the segments are compressed once (`packed.ts`).
 * Whatever is out of the ordinary is left to the app, which knows nothing of this and does it all.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Claim, createFreshness } from '#features/freshness/freshness.ts';
import { findRefusal } from '#shared/errors.ts';
import { toVisitor } from '#web/components/page/visitor.ts';
import type { RenderPage } from '../app.ts';
import type { ShopContext } from '../create-context.ts';
import { newNonce } from '../middleware/security-headers.ts';
import { createAddresses, type KeptAddress, tagsOf } from './addresses.ts';
import { type AskApp, callBody, type KeptCall, keepCall } from './calls.ts';
import { createClaims } from './claims.ts';
import { createHeaders } from './headers.ts';
import { createKept } from './kept.ts';
import type { LeftToApp } from './left.ts';
import { createPages, type KeptPage, pageBody } from './pages.ts';
import { shapeOf, valuesOf } from './symbols.ts';

export interface PageCache {
  /** Whether a request may be answered from here; costs next to nothing. */
  takes(request: IncomingMessage): boolean;
  /** Answers a request; false: nothing was sent, and the app has to. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  readonly bytes: number;
}

export function createPageCache(options: {
  context: ShopContext;
  renderPage: RenderPage;
  askApp: AskApp;
  mostBytes: number;
}): PageCache {
  const { context, renderPage, askApp, mostBytes } = options;
  const { ctx, database } = context;
  const addressOf = createAddresses(ctx.shop);
  const readClaim = createClaims(context.sessions, context.cartCookie);
  const kept = createKept<KeptPage | KeptCall | LeftToApp>(mostBytes);
  const freshness = createFreshness(database, {
    isFresh: context.sessions.isFresh,
    tell(changes) {
      if (changes) kept.retire(new Set(changes.flatMap(tagsOf)));
      else kept.clear();
    },
  });
  const headers = createHeaders(context.security);
  const render = createPages(context, renderPage, headers.keep);

  async function answerPage(
    request: IncomingMessage,
    response: ServerResponse,
    url: string,
    { tags }: KeptAddress,
  ): Promise<boolean> {
    const claim = readClaim(request.headers.cookie ?? '');
    if (!claim) return false;
    const visitor = await freshness.ask(claim);
    if (!visitor) return false;
    const shown = toVisitor(visitor, visitor.cartCount);
    const key = `${shapeOf(shown)} ${url}`;
    const page = kept.peek(key) ?? (await kept.get(key, tags, () => render(url, shown)));
    if (page.kind !== 'page') return false;
    const nonce = newNonce();
    const body = pageBody(page, valuesOf(shown, nonce), takesGzip(request), () => kept.weigh(key));
    send(request, response, headers.of(page.headers, nonce), body);
    return true;
  }

  async function answerCall(
    request: IncomingMessage,
    response: ServerResponse,
    url: string,
    { tags }: KeptAddress,
  ): Promise<boolean> {
    await freshness.ask(stranger);
    const make = () => keepCall(url, askApp, headers.keep);
    const call = kept.peek(url) ?? (await kept.get(url, tags, make));
    if (call.kind !== 'call') return false;
    const isKnown = request.headers['if-none-match']?.includes(call.etag) ?? false;
    const body = isKnown ? null : await callBody(call, takesGzip(request), () => kept.weigh(url));
    send(request, response, headers.of(call.headers, ''), body);
    return true;
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    headers: string[],
    body: { bytes: Buffer; text?: string | null; isGzip: boolean } | null,
  ): void {
    if (body?.isGzip) headers.push('Content-Encoding', 'gzip');
    if (body) headers.push('Content-Length', String(body.bytes.length));
    response.writeHead(body ? 200 : 304, headers);
    if (body?.text && request.method === 'GET') response.end(body.text, 'latin1');
    else if (body && request.method === 'GET') response.end(body.bytes);
    else response.end();
  }

  return {
    takes: ({ method, url = '' }) =>
      (method === 'GET' || method === 'HEAD') && addressOf(url) !== null,
    async answer(request, response) {
      const { url = '' } = request;
      const address = addressOf(url);
      if (!address) return false;
      const answerIt = address.kind === 'page' ? answerPage : answerCall;
      try {
        return await answerIt(request, response, url, address);
      } catch (error) {
        // The app meets the same trouble, and has the words for it; of a database that is away it
        // tells the log as well.
        if (!findRefusal(error)) ctx.log.error('page-cache.failed', error, { path: url });
        return response.headersSent;
      }
    },
    get bytes() {
      return kept.bytes;
    },
  };
}

const stranger: Claim = { sessionToken: null, cartToken: null };

/** Whether a client says that it reads gzip. */
function takesGzip({ headers }: IncomingMessage): boolean {
  const accepted = headers['accept-encoding'];
  return (
    typeof accepted === 'string' &&
    /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?:1|0?\.\d*[1-9]))/i.test(accepted)
  );
}
