/** Sign-in with Google: its start, and the messages for its failures. */
import { HOUR_S } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { ownValue } from '#shared/own-value.ts';
import type { Ctx } from '../context.ts';
import { enforceNetworkLimit } from '../rate-limits/rate-limits.ts';
import type { Auth } from './auth.ts';

const OF_ONE_ADDRESS = { most: 100, seconds: HOUR_S };

/** The address at Google to redirect to, with the cookies that tie the attempt to this browser. */
export async function startGoogleSignIn(
  ctx: Ctx,
  auth: Auth,
  /** Where the browser returns to. After a failure the address has the parameter `error`. */
  { success, failure, address }: { success: string; failure: string; address: string },
): Promise<{ url: string; cookies: string[] }> {
  if (!ctx.identity) throw new AppError('unavailable', describeGoogleError('not_set_up'));
  // Each attempt writes a row and needs no account.
  await enforceNetworkLimit(
    ctx,
    'google',
    address,
    OF_ONE_ADDRESS,
    describeGoogleError('unavailable'),
  );
  const { baseURL = '' } = auth.options;
  try {
    const { headers, response } = await auth.api.signInSocial({
      body: {
        provider: 'google',
        callbackURL: baseURL + success,
        errorCallbackURL: baseURL + failure,
        disableRedirect: true,
      },
      returnHeaders: true,
    });
    return { url: response.url ?? '', cookies: headers.getSetCookie() };
  } catch (cause) {
    ctx.log.error('google.start', cause);
    throw new AppError('unavailable', describeGoogleError('unavailable'), { cause });
  }
}

/** The message for a failed sign-in with Google, by the code of the provider or the library. */
export function describeGoogleError(code: string): string {
  return ownValue(sentences, code) ?? sentences.other ?? '';
}

const OTHERWISE = 'Please try again, or use your email address and password.';
const expired = `That sign-in with Google took too long, or was started in another window. ${OTHERWISE}`;
const unconfirmed = `Google did not confirm who you are. ${OTHERWISE}`;
const unreachable = `Google cannot be reached right now. ${OTHERWISE}`;

const sentences: Record<string, string> = {
  other: `Signing in with Google did not work. ${OTHERWISE}`,
  access_denied: 'You did not continue with Google, so you are not signed in.',
  unavailable: unreachable,
  temporarily_unavailable: unreachable,
  server_error: unreachable,
  not_set_up: 'This shop is not set up for Google. Please use your email address and password.',
  invalid_code: unconfirmed,
  unable_to_get_user_info: unconfirmed,
  issuer_mismatch: unconfirmed,
  email_not_verified:
    'Google does not know yet whether that email address is yours. Please verify it there first, or register with a password.',
  account_not_linked:
    'There is an account with this email address already, and nobody has verified the address. Please log in with its password, or choose a new one with “Forgot password?”. After that, you can also sign in with Google.',
  email_changed: `The email address of that account was changed just now, so Google no longer opens it. ${OTHERWISE}`,
  state_mismatch: expired,
  state_not_found: expired,
  state_invalid: expired,
};
