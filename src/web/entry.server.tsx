import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { NonceContext } from './connection/boot-failure.tsx';
import { scriptsLast } from './scripts-last.ts';
import { visitOf } from './shop-context.ts';

/** After this long the rest of a page is given up, in milliseconds. */
export const streamTimeout = 5_000;

/** Renders a page; every script element of it carries the nonce of this answer. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, ctx, requestId } = visitOf(context);
  const waitForAll = isbot(request.headers.get('user-agent') ?? '');

  return new Promise((resolve, reject) => {
    let answered = false;
    const answer = () => {
      answered = true;
      const body = scriptsLast();
      body.once('close', () => clearTimeout(timeout));
      headers.set('Content-Type', 'text/html; charset=utf-8');
      pipe(body);
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        [waitForAll ? 'onAllReady' : 'onShellReady']: answer,
        onShellError: reject,
        onError(error: unknown) {
          // Before the shell is out the error rejects, and is logged by whoever answers then.
          if (answered) ctx.log.error('page.render', error, { requestId });
        },
      },
    );
    const timeout = setTimeout(() => abort(), streamTimeout + 1_000);
  });
}

/** Errors of loaders and actions that no use case foresaw. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  // An address or a method that no page has: anyone can ask for it, as often as they like.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const { ctx, requestId } = visitOf(context);
  ctx.log.error('page.failed', error, { requestId, path: new URL(request.url).pathname });
};
