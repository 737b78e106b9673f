import { createHash, timingSafeEqual } from 'node:crypto';
import { EncryptJWT, exportJWK, generateKeyPair, jwtDecrypt, SignJWT } from 'jose';
import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { createOpenIdProvider } from './openid.ts';
import { type IdentityPort, SANDBOX_SUBJECT } from './port.ts';

/** Somebody who can sign in at the sandbox. */
export interface SandboxPerson {
  email: string;
  name: string;
  emailVerified: boolean;
}

/** The people that the sandbox offers. Any other email address can be typed as well. */
export const SANDBOX_PEOPLE: SandboxPerson[] = [
  { email: 'amina.rahman@example.com', name: 'Amina Rahman', emailVerified: true },
  { email: 'jonas.weber@example.com', name: 'Jonas Weber', emailVerified: true },
  { email: 'unverified@example.com', name: 'Uma Unverified', emailVerified: false },
];

/** A shop's request to the sandbox. */
export interface SandboxRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  codeChallenge: string;
}

/** The shop's client at the sandbox. The secret is public; the protocol requires one. */
const CLIENT = { id: 'online-shop-sandbox', secret: 'sandbox-needs-no-secret' };
const CODE_LASTS = '60s';
const TOKEN_LASTS = '5m';
const KEY_ID = 'sandbox';

const authorizationQuery = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(CLIENT.id),
  redirect_uri: z.string(),
  scope: z.string().regex(/\bopenid\b/),
  state: z.string().min(1).max(500),
  nonce: z.string().min(1).max(500),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
});

const codeContents = z.object({
  jti: z.string(),
  redirectUri: z.string(),
  nonce: z.string(),
  codeChallenge: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
});

export type IdentitySandbox = ReturnType<typeof createIdentitySandbox>;

/**
 * Imitates Google's sign-in: an OpenID provider that accepts any identity. Demo mode and tests
 * only. The shop calls it in the same process, so it works at any address of the shop. Browsers
 * open its page under `issuer`. A code is sealed with a key made of `secret`, so that any process
 * of the shop can redeem it.
 */
export function createIdentitySandbox(options: {
  /** Its address, on the shop's own origin. */
  issuer: string;
  /** The only address that it sends people back to. */
  redirectUri: string;
  secret: string;
}) {
  const { issuer, redirectUri } = options;
  const seal = createHash('sha256').update(`identity-sandbox:${options.secret}`).digest();
  // Making them takes a tenth of a second, and most shops are never asked for a sign-in here.
  const keys = lazy(() => generateKeyPair('RS256'));
  const tokens = createTokens({ issuer, seal, keys });
  const respond = (request: Request) => respondToMachine(request, { issuer, keys, tokens });

  const identity: IdentityPort = createOpenIdProvider({
    name: 'sandbox',
    issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    ask: respond,
  });

  return {
    identity,
    /** Responds to requests of the shop's server. */
    respond,

    /** The request of a browser on the sign-in page; null when no shop sent it. */
    readRequest(query: Record<string, unknown>): SandboxRequest | null {
      const asked = authorizationQuery.safeParse(query).data;
      if (asked?.redirect_uri !== redirectUri) return null;
      const { state, nonce, code_challenge: codeChallenge } = asked;
      return { redirectUri, state, nonce, codeChallenge };
    },

    /** The address to return to after a sign-in. */
    async acceptUrl(request: SandboxRequest, person: SandboxPerson): Promise<string> {
      return backTo(request, { code: await tokens.issueCode(request, person), iss: issuer });
    },

    /** The address to return to after a cancelled sign-in. */
    denyUrl(request: SandboxRequest): string {
      return backTo(request, { error: 'access_denied', iss: issuer });
    },
  };
}

type Keys = () => ReturnType<typeof generateKeyPair>;

/** Issues codes, and redeems each once. */
function createTokens({ issuer, seal, keys }: { issuer: string; seal: Buffer; keys: Keys }) {
  const redeemed = new Map<string, number>();

  async function openCode(form: URLSearchParams) {
    const sealed = await jwtDecrypt(form.get('code') ?? '', seal).catch(() => null);
    const code = codeContents.safeParse(sealed?.payload).data;
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '');
    const fits =
      form.get('grant_type') === 'authorization_code' &&
      code !== undefined &&
      code.redirectUri === form.get('redirect_uri') &&
      same(code.codeChallenge, challenge.digest('base64url')) &&
      !redeemed.has(code.jti);
    return fits ? code : null;
  }

  return {
    async issueCode(request: SandboxRequest, person: SandboxPerson): Promise<string> {
      const { redirectUri, nonce, codeChallenge } = request;
      return new EncryptJWT({ redirectUri, nonce, codeChallenge, ...person })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime(CODE_LASTS)
        .encrypt(seal);
    },

    async redeem(form: URLSearchParams): Promise<Response> {
      const client = `${form.get('client_id')}:${form.get('client_secret')}`;
      if (!same(client, `${CLIENT.id}:${CLIENT.secret}`)) return refuse(401, 'invalid_client');
      const code = await openCode(form);
      if (!code) return refuse(400, 'invalid_grant');
      const now = Date.now();
      for (const [id, at] of redeemed) if (now - at > 120_000) redeemed.delete(id);
      redeemed.set(code.jti, now);
      const { email, name, emailVerified, nonce } = code;
      const idToken = await new SignJWT({ email, email_verified: emailVerified, name, nonce })
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
        .setIssuer(issuer)
        .setAudience(CLIENT.id)
        .setSubject(SANDBOX_SUBJECT + createHash('sha256').update(email).digest('hex').slice(0, 21))
        .setIssuedAt()
        .setExpirationTime(TOKEN_LASTS)
        .sign((await keys()).privateKey);
      return Response.json({ token_type: 'Bearer', expires_in: 300, id_token: idToken });
    },
  };
}

async function respondToMachine(
  request: Request,
  { issuer, keys, tokens }: { issuer: string; keys: Keys; tokens: ReturnType<typeof createTokens> },
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const path = pathname.slice(new URL(issuer).pathname.length);
  if (path === '/.well-known/openid-configuration') {
    return Response.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    });
  }
  if (path === '/keys') {
    const jwk = await exportJWK((await keys()).publicKey);
    return Response.json({ keys: [{ ...jwk, kid: KEY_ID, alg: 'RS256', use: 'sig' }] });
  }
  if (path === '/token' && request.method === 'POST') {
    return tokens.redeem(new URLSearchParams(await request.text()));
  }
  return refuse(404, 'not_found');
}

function backTo({ redirectUri, state }: SandboxRequest, query: Record<string, string>): string {
  const url = new URL(redirectUri);
  url.search = new URLSearchParams({ ...query, state }).toString();
  return url.href;
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
