/**
 * What the shop needs of a provider that vouches for people by OpenID Connect. Every adapter passes
 * the suite in `test/adapters/identity.ts`. Whoever calls makes `state`, `nonce` and `codeVerifier`,
 * keeps them on the server, and has checked `state` before a code is redeemed.
 */
export interface IdentityPort {
  readonly name: 'sandbox' | 'google';
  /** The address by which the provider names itself. */
  readonly issuer: string;
  /** Where the browser is sent to sign in. Rejects when the provider can't be asked. */
  authorizationUrl(input: {
    state: string;
    nonce: string;
    codeVerifier: string;
    redirectUri: string;
  }): Promise<URL>;
  /** Redeems the code that the browser came back with. Answers the identity token, unread. */
  redeemCode(input: { code: string; codeVerifier: string; redirectUri: string }): Promise<string>;
  /** Reads an identity token; rejects one that is forged, old, or meant for another shop or visit. */
  readIdentity(idToken: string, nonce: string): Promise<Identity>;
}

/** Who somebody is, as the provider says. */
export interface Identity {
  /** Never changes and is never given to another person, unlike an e-mail address. */
  subject: string;
  email: string;
  /** Whether the provider knows that the address is theirs. */
  emailVerified: boolean;
  name: string | null;
  /** The https address of their image. */
  image: string | null;
}

/** What every subject of the sandbox starts with, and none of a real provider's. */
export const SANDBOX_SUBJECT = 'stand-in-';
