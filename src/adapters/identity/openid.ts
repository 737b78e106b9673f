import { createHash } from 'node:crypto';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { LONGEST_EMAIL } from '#shared/field-lengths.ts';
import { LONGEST_IMAGE_URL } from '#shared/product-limits.ts';
import { readText } from '../read-text.ts';
import type { Identity, IdentityPort } from './port.ts';

/** The provider's time limit per response, in milliseconds, because a person is waiting. */
const PATIENCE_MS = 5_000;
/** An identity token is used at once. An older one was copied. */
const TOKEN_AGE = '10m';

export interface OpenIdOptions {
  name: IdentityPort['name'];
  /** Where `/.well-known/openid-configuration` is, and the issuer that tokens have to name. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Sends requests to the provider. Default: `fetch`. The sandbox runs in the same process. */
  ask?: (request: Request) => Promise<Response>;
}

interface Provider {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  keys: JWTVerifyGetKey;
}

const configuration = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(LONGEST_EMAIL),
  email_verified: z.union([z.boolean(), z.stringbool()]).catch(false),
  name: z.string().nullish().catch(null),
  image: z.string().max(LONGEST_IMAGE_URL).nullish().catch(null),
});

/**
 * An OpenID Connect provider with discovery at its issuer, such as Google. It uses an authorization
 * code with PKCE, and an identity token that is signed with RS256 and bound to the sign-in by its
 * nonce. Nothing is requested before somebody signs in. A failed request is repeated the next time.
 */
export function createOpenIdProvider(options: OpenIdOptions): IdentityPort {
  const { name, issuer, clientId } = options;
  const request = createSendRequest(options.ask ?? ((one) => fetch(one)));
  let known: Promise<Provider> | null = null;

  function provider(): Promise<Provider> {
    known ??= discover(issuer, request).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  }

  return {
    name,
    issuer,
    authorizationUrl: async (input) =>
      authorizationUrl((await provider()).authorizationEndpoint, clientId, input),
    redeemCode: async (input) =>
      redeemCode(request, (await provider()).tokenEndpoint, options, input),
    readIdentity: async (idToken, nonce) =>
      readIdentity(idToken, nonce, { issuer, clientId, keys: (await provider()).keys }),
  };
}

type SendRequest = (url: string, init?: RequestInit) => Promise<Response>;

/** Sends a request within the time limit and reads the response; rejects unsuccessful ones. */
function createSendRequest(ask: (request: Request) => Promise<Response>): SendRequest {
  return async (url, init = {}) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await ask(new Request(url, { ...init, redirect: 'error', signal }));
    if (!response.ok) {
      const reason = (await readText(response, url).catch(() => '')).slice(0, 300);
      throw new Error(`${url} responded with ${response.status}: ${reason}`);
    }
    // The response was read within the time limit, also for the library that parses the keys.
    return new Response(await readText(response, url));
  };
}

async function discover(issuer: string, request: SendRequest): Promise<Provider> {
  const response = await request(`${issuer}/.well-known/openid-configuration`);
  const found = configuration.parse(await response.json());
  if (found.issuer !== issuer) {
    throw new Error(`${issuer} describes itself as ${found.issuer}.`);
  }
  for (const url of [found.authorization_endpoint, found.token_endpoint, found.jwks_uri]) {
    if (issuer.startsWith('https:') && !url.startsWith('https:')) {
      throw new Error(`${issuer} names ${url}, which is not https.`);
    }
  }
  return {
    authorizationEndpoint: found.authorization_endpoint,
    tokenEndpoint: found.token_endpoint,
    keys: createRemoteJWKSet(new URL(found.jwks_uri), {
      timeoutDuration: PATIENCE_MS,
      [customFetch]: (url: string, { headers }: { headers: Headers }) => request(url, { headers }),
    }),
  };
}

function authorizationUrl(
  endpoint: string,
  clientId: string,
  { state, nonce, codeVerifier, redirectUri }: Parameters<IdentityPort['authorizationUrl']>[0],
): URL {
  const url = new URL(endpoint);
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    // Lets people choose another account than the one that they are signed in to.
    prompt: 'select_account',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function redeemCode(
  request: SendRequest,
  endpoint: string,
  { clientId, clientSecret }: OpenIdOptions,
  { code, codeVerifier, redirectUri }: Parameters<IdentityPort['redeemCode']>[0],
): Promise<string> {
  const response = await request(endpoint, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: clientSecret,
      code_verifier: codeVerifier,
    }),
  });
  return z.object({ id_token: z.string() }).parse(await response.json()).id_token;
}

async function readIdentity(
  idToken: string,
  nonce: string,
  { issuer, clientId, keys }: { issuer: string; clientId: string; keys: JWTVerifyGetKey },
): Promise<Identity> {
  const { payload } = await jwtVerify(idToken, keys, {
    issuer: namesOf(issuer),
    audience: clientId,
    algorithms: ['RS256'],
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    maxTokenAge: TOKEN_AGE,
    clockTolerance: 30,
  });
  if (nonce === '' || payload.nonce !== nonce) {
    throw new Error('The identity token was made for another sign-in.');
  }
  const forOthersToo = Array.isArray(payload.aud) && payload.aud.length > 1;
  if ((forOthersToo || payload.azp !== undefined) && payload.azp !== clientId) {
    throw new Error('The identity token was made for another client.');
  }
  const { sub, email, email_verified, name, image } = claims.parse(payload);
  return {
    subject: sub,
    email: email.toLowerCase(),
    emailVerified: email_verified,
    name: name ?? null,
    image: image ?? null,
  };
}

// Google's tokens may leave out the scheme of the issuer, as Google documents.
function namesOf(issuer: string): string[] {
  return issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer];
}
