/**
 * What the shop needs of an OpenID Connect provider for sign-in. Every adapter passes the suite in
 * `test/adapters/identity.ts`. The caller makes `state`, `nonce` and `codeVerifier`, stores them on
 * the server, and checks `state` before it redeems a code.
 */
export interface IdentityPort {
  readonly name: 'sandbox' | 'google';
  /** The provider's issuer address. */
  readonly issuer: string;
  /** The address to send the browser to. Rejects when the provider is unreachable. */
  authorizationUrl(input: {
    state: string;
    nonce: string;
    codeVerifier: string;
    redirectUri: string;
  }): Promise<URL>;
  /** Redeems the code that the browser returned with. Returns the identity token, unverified. */
  redeemCode(input: { code: string; codeVerifier: string; redirectUri: string }): Promise<string>;
  /**
   * Verifies an identity token; rejects one that is forged, expired, or meant for another shop or
   * sign-in.
   */
  readIdentity(idToken: string, nonce: string): Promise<Identity>;
}

/** A person, as the provider describes them. */
export interface Identity {
  /** Never changes and is never given to another person, unlike an email address. */
  subject: string;
  email: string;
  /** Whether the provider has verified the email. */
  emailVerified: boolean;
  name: string | null;
  /** The https address of their image. */
  image: string | null;
}

/** The prefix of all subjects of the sandbox. Subjects of real providers don't have it. */
export const SANDBOX_SUBJECT = 'stand-in-';
