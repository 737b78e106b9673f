import type { BetterAuthPlugin } from 'better-auth';
import type { IdentityPort } from '#adapters/identity/port.ts';
import type { Log } from '#shared/log.ts';
import { oneLine } from '#shared/one-line.ts';
import { name as personName } from './accounts.schema.ts';

/** The profile fields that the shop reads. It does not store the profile. */
interface Profile {
  sub: string;
}

interface Options {
  identity: IdentityPort;
  /** Checks that a profile may show the image; rejects otherwise. */
  markImageUsed(url: string): Promise<unknown>;
  log: Log;
}

interface IdTokens {
  idToken?: string | undefined;
  expectedIdTokenNonce?: string | undefined;
}

/**
 * The provider `google` of the sign-in library. The library creates, stores and checks state, code
 * verifier and nonce. The port checks the identity token.
 */
export function googleProvider(options: Options): BetterAuthPlugin {
  const { identity, log } = options;
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
    getUserInfo: (tokens: IdTokens) => readUser(options, tokens),
  };
  return {
    id: 'google-sign-in',
    init: ({ socialProviders }) => ({
      context: { socialProviders: [provider, ...socialProviders] },
    }),
  };
}

/** The person that an identity token names; null when it is not valid. */
async function readUser({ identity, markImageUsed, log }: Options, tokens: IdTokens) {
  const { idToken = '', expectedIdTokenNonce = '' } = tokens;
  try {
    const found = await identity.readIdentity(idToken, expectedIdTokenNonce);
    const { subject, email, emailVerified, name, image } = found;
    const shown =
      image &&
      (await markImageUsed(image).then(
        () => image,
        () => null,
      ));
    const user = { email, emailVerified, name: nameOf(name, email) };
    return { user: shown ? { ...user, image: shown } : user, data: { sub: subject } };
  } catch (error) {
    log.error('google.identity', error);
    return null;
  }
}

// The person's name if there is one, else the part of the email before the @.
function nameOf(name: string | null, email: string): string {
  const parsed = personName.safeParse(oneLine(name ?? '', 60));
  return parsed.success ? parsed.data : email.slice(0, email.indexOf('@'));
}
