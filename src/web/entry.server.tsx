import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { NonceContext } from './offline/script-load-failure.tsx';
import { pageResponse } from './page-response.ts';
import { tidyLinks } from './router-internals/tidy-links.ts';
import { responseOf } from './shop-context.ts';

/** The longest time for rendering the rest of a page, in milliseconds. */
export const streamTimeout = 5_000;

/** Vite's overlay for errors reads the nonce of its styles from there. */
function withNonceForVite(html: string, nonce: string): string {
  return html.replace('</head>', `<meta property="csp-nonce" nonce="${nonce}"/></head>`);
}

/**
 * Renders a page. Each of its script elements has the nonce of this response. Loaders have all data
 * when this is called, so a page is complete at once and nothing is streamed.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, log, requestId } = responseOf(context);

  return new Promise((resolve, reject) => {
    let responded = false;
    const pieces: Buffer[] = [];
    const body = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(piece);
        done();
      },
      final(done) {
        clearTimeout(timeout);
        const html = tidyLinks(Buffer.concat(pieces));
        const page = import.meta.env.DEV ? withNonceForVite(html.toString(), nonce) : html;
        resolve(pageResponse(request, page, { status, headers }));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onAllReady() {
          responded = true;
          pipe(body);
        },
        onShellError(error) {
          clearTimeout(timeout);
          reject(error);
        },
        onError(error: unknown) {
          // An error before the shell is sent rejects, and its handler logs it.
          if (responded) log.error('page.render', error, { requestId });
        },
      },
    );
    const timeout = setTimeout(() => abort(), streamTimeout + 1_000);
  });
}

/** Responds with the data of a page. A redirect has none. */
export const handleDataRequest: HandleDataRequestFunction = async (response, { request }) =>
  response.body ? pageResponse(request, await response.arrayBuffer(), response) : response;

/** Logs unexpected errors of loaders and actions. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  // Anyone can request an unknown address or method as often as they like, so it is not logged.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const { log, requestId } = responseOf(context);
  log.error('page.failed', error, { requestId, path: new URL(request.url).pathname });
};
