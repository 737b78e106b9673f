import type { Context } from 'hono';
import { html } from 'hono/html';
import { safeReturnPath } from '#features/accounts/return-path.ts';
import type { AppEnv } from '#features/app-env.ts';
import type { AppError } from '#shared/errors.ts';

/** Whether a person sees this refusal in a browser and can try again later. */
export function wantsRefusalPage(c: Context<AppEnv>, { retryAfterSeconds }: AppError): boolean {
  return retryAfterSeconds !== null && (c.req.header('accept')?.includes('text/html') ?? false);
}

/**
 * A static page, because the shop must not render pages for requests that it refuses because of
 * load.
 */
export function refusalPage(c: Context<AppEnv>, error: AppError, brand: string) {
  const { status, message, retryAfterSeconds } = error;
  const isForm = c.req.method === 'POST';
  const { pathname, search } = new URL(c.req.url);
  const here = safeReturnPath(pathname + search);
  c.header('Retry-After', String(retryAfterSeconds));
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Please try again | ${brand}</title>
<style nonce="${c.get('nonce')}">body{font:1.125rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem}</style>
</head>
<body>
<p>${brand}</p>
<h1>Please try again</h1>
<p>${message}</p>
${isForm ? html`<p>Your browser's Back button leads back to what you typed.</p>` : ''}
<p>${isForm ? '' : html`<a href="${here}">Try again</a> · `}<a href="/">Back to the home page</a></p>
</body>
</html>`,
    status,
  );
}
