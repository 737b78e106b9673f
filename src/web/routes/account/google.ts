import { redirect } from 'react-router';
import { startGoogleSignIn } from '#features/accounts/accounts.ts';
import { safeReturnPath } from '#features/accounts/return-path.ts';
import { orRefusal, redirectWithCookies } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/google.ts';

/**
 * Redirects to Google to sign in: the whole page, or a popup with an id. Google redirects back to
 * `/api/auth/callback/google`.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { ctx, auth, address } = visitOf(context);
  const from = safeReturnPath(url.searchParams.get('from'));
  const popup = url.searchParams.get('popup');
  const done = `/google/done?${new URLSearchParams({ popup: popup ?? '' })}`;
  const login = `/login?${new URLSearchParams({ from })}`;
  const [success, failure] = popup === null ? [from, login] : [done, done];
  // Another site's page must not start signing in for its visitors.
  if (request.headers.get('sec-fetch-site') === 'cross-site') return redirect(login);
  const { value, refusal } = await orRefusal(
    startGoogleSignIn(ctx, auth, { success, failure, address }),
  );
  if (refusal) return redirect(`${failure}&error=unavailable`);
  return redirectWithCookies(value.url, value.cookies);
}
