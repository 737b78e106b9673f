import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityPort } from '#adapters/identity/port.ts';
import { MAX_BYTES } from '#adapters/read-text.ts';

/** An identity adapter under test, and the people its provider knows. */
export interface IdentityUnderTest {
  identity: IdentityPort;
  redirectUri: string;
  person: { email: string; name: string };
  /** Signs the person in at the page the browser was sent to; returns where it is sent next. */
  signIn(page: URL): Promise<URL>;
  close(): Promise<void>;
}

/** What the shop relies on, of whichever provider: every adapter passes this. */
export function describeIdentity(name: string, open: () => Promise<IdentityUnderTest>): void {
  describe(`identity with ${name}`, () => {
    let under: IdentityUnderTest;
    let identity: IdentityPort;

    beforeAll(async () => {
      under = await open();
      identity = under.identity;
    });
    afterAll(() => under.close());

    const newVisit = () => ({
      state: crypto.randomUUID(),
      nonce: crypto.randomUUID(),
      codeVerifier: crypto.randomUUID().repeat(2),
      redirectUri: under.redirectUri,
    });
    /** A visit that has come back with its code. */
    async function visit() {
      const made = newVisit();
      const back = await under.signIn(await identity.authorizationUrl(made));
      expect(`${back.origin}${back.pathname}`).toBe(made.redirectUri);
      expect(back.searchParams.get('state')).toBe(made.state);
      return { ...made, code: back.searchParams.get('code') ?? '' };
    }

    test('the browser is sent with state, nonce and the hash of the verifier', async () => {
      const made = newVisit();
      const { searchParams } = await identity.authorizationUrl(made);
      expect(Object.fromEntries(searchParams)).toMatchObject({
        response_type: 'code',
        redirect_uri: made.redirectUri,
        state: made.state,
        nonce: made.nonce,
        code_challenge_method: 'S256',
      });
      expect(searchParams.get('scope')?.split(' ')).toEqual(['openid', 'email', 'profile']);
      expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
      expect(String(searchParams)).not.toContain(made.codeVerifier);
    });

    test('a code is redeemed for who somebody is, the same one each time', async () => {
      const first = await visit();
      const one = await identity.readIdentity(await identity.redeemCode(first), first.nonce);
      expect(one).toMatchObject({ ...under.person, emailVerified: true });
      const second = await visit();
      const two = await identity.readIdentity(await identity.redeemCode(second), second.nonce);
      expect(two.subject).toBe(one.subject);
    });

    test('a code is good once', async () => {
      const made = await visit();
      await identity.redeemCode(made);
      await expect(identity.redeemCode(made)).rejects.toThrow('400');
    });

    test.each([
      ['another verifier', { codeVerifier: 'x'.repeat(64) }],
      ['another code', { code: 'guessed' }],
    ])('a code is not redeemed with %s', async (_, change) => {
      await expect(identity.redeemCode({ ...(await visit()), ...change })).rejects.toThrow('40');
    });

    test('a token of another sign-in is refused', async () => {
      const made = await visit();
      const token = await identity.redeemCode(made);
      await expect(identity.readIdentity(token, 'another-nonce')).rejects.toThrow(
        'another sign-in',
      );
      await expect(identity.readIdentity(token, '')).rejects.toThrow('another sign-in');
    });

    test('a token that was changed is refused', async () => {
      const made = await visit();
      const [head, body = '', signature] = (await identity.redeemCode(made)).split('.');
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
      const forged = Buffer.from(JSON.stringify({ ...claims, email: 'boss@example.com' }));
      const token = `${head}.${forged.toString('base64url')}.${signature}`;
      await expect(identity.readIdentity(token, made.nonce)).rejects.toThrow('signature');
    });
  });
}

/** Serves `respond` over HTTP on a port of its own. */
export async function serveHttp(
  respond: (request: Request) => Promise<Response>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer(async (incoming: IncomingMessage, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = 'GET' } = incoming;
    const request = new Request(`${url}${incoming.url}`, {
      method,
      headers: { 'content-type': incoming.headers['content-type'] ?? '' },
      ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
    });
    const response = await respond(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A provider that responds with whatever a test wants, to see what the shop makes of it. */
export async function openFaultyProvider() {
  const keys = await generateKeyPair('RS256');
  const othersKeys = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const faults: { description?: object; status?: number; hugeAt?: string } = {};
  const huge = 'x'.repeat(MAX_BYTES + 1);
  const server = await serveHttp(async ({ url }) => {
    const { origin: issuer, pathname } = new URL(url);
    const padding = pathname === faults.hugeAt ? { padding: huge } : {};
    if (faults.status) {
      return new Response(padding.padding ?? 'down', { status: faults.status });
    }
    if (pathname === '/keys') return Response.json({ keys: [jwk], ...padding });
    return Response.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...faults.description,
      ...padding,
    });
  });
  return {
    issuer: server.url,
    faults,
    close: server.close,
    /** A token of good claims and a good signature, but for `change`. */
    token(change: JWTPayload & { signedBy?: 'somebody-else'; alg?: string } = {}) {
      const { signedBy, alg = 'RS256', ...claims } = change;
      const now = Math.floor(Date.now() / 1000);
      const good = { sub: '1', email: 'a@example.com', email_verified: true, nonce: 'nonce' };
      const payload = { iss: server.url, aud: 'client', iat: now, exp: now + 300, ...good };
      return new SignJWT({ ...payload, ...claims })
        .setProtectedHeader({ alg, kid: 'one' })
        .sign(
          alg === 'HS256'
            ? new TextEncoder().encode(JSON.stringify(jwk))
            : (signedBy ? othersKeys : keys).privateKey,
        );
    },
  };
}
