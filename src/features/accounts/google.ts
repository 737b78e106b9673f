/**
 * Signing in with Google: how the identity port becomes a provider of the sign-in library, and what
 * people are told when it does not work.
 */
import type { BetterAuthPlugin } from 'better-auth';
import type { IdentityPort } from '#adapters/identity/port.ts';
import { AppError } from '#shared/errors.ts';
import type { Log } from '#shared/log.ts';
import type { Ctx } from '../context.ts';
import { name as personName } from './accounts.schema.ts';
import type { Auth } from './auth.ts';

/** What the shop keeps of a provider's word; the profile itself is not stored. */
interface Profile {
  sub: string;
}

/**
 * The provider `google` of the sign-in library. The library makes and checks state, code verifier
 * and nonce, and keeps them in the database; the port checks the identity token.
 */
export function googleProvider(options: {
  identity: IdentityPort;
  /** Sees that a picture may be shown in a profile; rejects otherwise. */
  keepPicture(url: string): Promise<unknown>;
  log: Log;
}): BetterAuthPlugin {
  const { identity, keepPicture, log } = options;
  const provider = {
    id: 'google',
    name: 'Google',
    issuer: identity.issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { profile: object }) => (profile as Profile).sub,
    createAuthorizationURL: (visit: {
      state: string;
      codeVerifier: string;
      idTokenNonce?: string | undefined;
      redirectURI: string;
    }) =>
      identity.authorizationUrl({
        state: visit.state,
        codeVerifier: visit.codeVerifier,
        nonce: visit.idTokenNonce ?? '',
        redirectUri: visit.redirectURI,
      }),
    async validateAuthorizationCode(visit: {
      code: string;
      codeVerifier?: string | undefined;
      redirectURI: string;
    }) {
      const { code, codeVerifier = '', redirectURI: redirectUri } = visit;
      const idToken = await identity
        .redeemCode({ code, codeVerifier, redirectUri })
        .catch((error: unknown) => {
          log.error('google.code', error);
          throw error;
        });
      return { idToken };
    },
    async getUserInfo(tokens: {
      idToken?: string | undefined;
      expectedIdTokenNonce?: string | undefined;
    }) {
      const { idToken = '', expectedIdTokenNonce = '' } = tokens;
      try {
        const found = await identity.readIdentity(idToken, expectedIdTokenNonce);
        const { subject, email, emailVerified, name, picture } = found;
        const shown =
          picture &&
          (await keepPicture(picture).then(
            () => picture,
            () => null,
          ));
        const user = { email, emailVerified, name: nameOf(name, email) };
        return { user: shown ? { ...user, image: shown } : user, data: { sub: subject } };
      } catch (error) {
        log.error('google.identity', error);
        return null;
      }
    },
  };
  return {
    id: 'google-sign-in',
    init: ({ socialProviders }) => ({
      context: { socialProviders: [provider, ...socialProviders] },
    }),
  };
}

/** Where to send a browser that wants to sign in with Google, with the cookies that bind it to it. */
export async function startGoogleSignIn(
  ctx: Ctx,
  auth: Auth,
  /** Where the browser is sent in the end; of a failure it is told as `error` there. */
  { success, failure }: { success: string; failure: string },
): Promise<{ url: string; cookies: string[] }> {
  if (!ctx.identity) throw new AppError('unavailable', describeGoogleError('not_set_up'));
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

/** What to say of a sign-in with Google that ended with this code: the provider's, or the library's. */
export function describeGoogleError(code: string): string {
  return (Object.hasOwn(sentences, code) && sentences[code]) || sentences.other || '';
}

const OTHERWISE = 'Please try again, or use your e-mail address and password.';
const expired = `That sign-in with Google took too long, or was begun in another window. ${OTHERWISE}`;
const unconfirmed = `Google did not confirm who you are. ${OTHERWISE}`;
const unreachable = `Google can not be reached right now. ${OTHERWISE}`;

const sentences: Record<string, string> = {
  other: `Signing in with Google did not work. ${OTHERWISE}`,
  access_denied: 'You did not go on with Google, so you are not signed in.',
  unavailable: unreachable,
  temporarily_unavailable: unreachable,
  server_error: unreachable,
  not_set_up: 'This shop is not set up for Google. Please use your e-mail address and password.',
  invalid_code: unconfirmed,
  unable_to_get_user_info: unconfirmed,
  issuer_mismatch: unconfirmed,
  email_not_verified:
    'Google does not know yet whether that e-mail address is yours. Please verify it there first, or register with a password.',
  account_not_linked:
    'There is an account with this e-mail address already, and nobody has verified the address. Please log in with its password, or choose a new one by “Forgot password?”. After that Google works as well.',
  state_mismatch: expired,
  state_not_found: expired,
  state_invalid: expired,
};

// Theirs if it is one, else what stands before the @.
function nameOf(name: string | null, email: string): string {
  const plain = (name ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  const told = personName.safeParse([...plain].slice(0, 60).join(''));
  return told.success ? told.data : email.slice(0, email.indexOf('@'));
}
