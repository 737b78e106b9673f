import { describeGoogleError } from '#features/accounts/accounts.ts';
import { GOOGLE_CHANNEL, type GoogleOutcome } from '../../components/account/google-popup.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/google-done.ts';

/** The last page of the popup: sends the result to the page that opened it, and closes itself. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { nonce, actor } = visitOf(context);
  const failed = url.searchParams.get('error') ?? (actor.user ? null : 'other');
  const outcome: GoogleOutcome = {
    attempt: url.searchParams.get('popup') ?? '',
    error: failed === null ? null : describeGoogleError(failed),
  };
  const message = JSON.stringify(outcome).replaceAll('<', '\\u003c');
  const sentence = outcome.error ?? 'You are signed in.';
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>Google</title></head>
<body><main><h1>${sentence}</h1><p>You can close this window. <a href="/">To the shop</a></p></main>
<script nonce="${nonce}">
new BroadcastChannel('${GOOGLE_CHANNEL}').postMessage(${message});
window.close();
</script></body>
</html>`;
  return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
