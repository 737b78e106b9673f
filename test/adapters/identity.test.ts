import { createEmulator } from 'emulate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOpenIdProvider } from '#adapters/identity/openid.ts';
import type { IdentityPort } from '#adapters/identity/port.ts';
import { createIdentitySandbox, SANDBOX_PEOPLE } from '#adapters/identity/sandbox.ts';
import { freePort } from '../../scripts/running-shop.ts';
import { describeIdentity, openFaultyProvider, serveHttp } from './identity.ts';

const redirectUri = 'http://shop.test/api/auth/callback/google';

describeIdentity('the sandbox in this process', async () => {
  const issuer = 'http://shop.test/sandbox/google';
  const sandbox = createIdentitySandbox({ issuer, redirectUri, secret: 'a secret' });
  return { ...signsInAt(sandbox), redirectUri, identity: sandbox.identity, close: async () => {} };
});

describeIdentity('the sandbox over HTTP, by configuration alone', async () => {
  // A code that one process made is redeemed by another.
  let issuer = '';
  const open = () => createIdentitySandbox({ issuer, redirectUri, secret: 'a secret' });
  const server = await serveHttp((request) => other.respond(request));
  issuer = `${server.url}/sandbox/google`;
  const [page, other] = [open(), open()];
  const clientSecret = 'sandbox-needs-no-secret';
  const identity = createOpenIdProvider({
    name: 'google',
    issuer,
    clientId: 'online-shop-sandbox',
    clientSecret,
  });
  return { ...signsInAt(page), redirectUri, identity, close: server.close };
});

describeIdentity("Vercel's emulator of Google", async () => {
  const person = { email: 'testuser@example.com', name: 'Test User' };
  const client = { client_id: 'shop.apps.googleusercontent.com', client_secret: 'GOCSPX-secret' };
  const emulator = await createEmulator({
    service: 'google',
    port: await freePort(),
    seed: {
      google: {
        users: [person],
        oauth_clients: [{ ...client, name: 'Shop', redirect_uris: [redirectUri] }],
      },
    },
  });
  return {
    person,
    redirectUri,
    identity: createOpenIdProvider({
      name: 'google',
      issuer: emulator.url,
      clientId: client.client_id,
      clientSecret: client.client_secret,
    }),
    async signIn(page) {
      const asked = await fetch(page);
      expect([asked.status, await asked.text()]).toEqual([
        200,
        expect.stringContaining(person.email),
      ]);
      const response = await fetch(`${emulator.url}/o/oauth2/v2/auth/callback`, {
        method: 'POST',
        body: new URLSearchParams({
          ...Object.fromEntries(page.searchParams),
          email: person.email,
        }),
        redirect: 'manual',
      });
      return new URL(response.headers.get('location') ?? '');
    },
    close: () => emulator.close(),
  };
});

/** Chooses the first person of a sandbox. */
function signsInAt(sandbox: ReturnType<typeof createIdentitySandbox>) {
  const [person] = SANDBOX_PEOPLE;
  if (!person) throw new Error('The sandbox has people.');
  return {
    person: { email: person.email, name: person.name },
    async signIn(page: URL) {
      const request = sandbox.readRequest(Object.fromEntries(page.searchParams));
      if (!request) throw new Error('The sandbox did not know what was asked.');
      return new URL(await sandbox.acceptUrl(request, person));
    },
  };
}

describe('the sandbox', () => {
  const sandbox = createIdentitySandbox({
    issuer: 'http://shop.test/sandbox/google',
    redirectUri,
    secret: 'a secret',
  });
  const asked = {
    response_type: 'code',
    client_id: 'online-shop-sandbox',
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: 's',
    nonce: 'n',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  };

  test('serves nobody but its shop', () => {
    expect(sandbox.readRequest(asked)).not.toBeNull();
    for (const change of [
      { redirect_uri: 'https://evil.example/' },
      { client_id: 'another' },
      { code_challenge_method: 'plain' },
      { code_challenge: '' },
      { state: '' },
      { response_type: 'token' },
    ]) {
      expect([change, sandbox.readRequest({ ...asked, ...change })]).toEqual([change, null]);
    }
  });

  test('makes no code that a shop of another secret redeems', async () => {
    const other = createIdentitySandbox({
      issuer: 'http://shop.test/sandbox/google',
      redirectUri,
      secret: 'another secret',
    });
    const visit = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43), redirectUri };
    const url = await other.identity.authorizationUrl(visit);
    const request = other.readRequest(Object.fromEntries(url.searchParams));
    const person = SANDBOX_PEOPLE[0];
    if (!request || !person) throw new Error('nothing to sign in with');
    const back = new URL(await other.acceptUrl(request, person));
    const code = back.searchParams.get('code') ?? '';
    await expect(sandbox.identity.redeemCode({ ...visit, code })).rejects.toThrow('invalid_grant');
    const elsewhere = { ...visit, code, redirectUri: 'https://evil.example/' };
    await expect(other.identity.redeemCode(elsewhere)).rejects.toThrow('invalid_grant');
    await expect(other.identity.redeemCode({ ...visit, code })).resolves.toEqual(
      expect.any(String),
    );
  });
});

describe('a provider that is not as it must be', () => {
  let provider: Awaited<ReturnType<typeof openFaultyProvider>>;
  let identity: IdentityPort;
  beforeAll(async () => {
    provider = await openFaultyProvider();
    identity = open();
  });
  afterAll(() => provider.close());

  const open = () =>
    createOpenIdProvider({
      name: 'google',
      issuer: provider.issuer,
      clientId: 'client',
      clientSecret: 'secret',
    });
  const visit = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43), redirectUri };
  const now = Math.floor(Date.now() / 1000);

  test('a good token is read, and one with several audiences when it names this shop', async () => {
    await expect(identity.readIdentity(await provider.token(), 'nonce')).resolves.toMatchObject({
      email: 'a@example.com',
    });
    const many = await provider.token({ aud: ['client', 'other'], azp: 'client' });
    await expect(identity.readIdentity(many, 'nonce')).resolves.toMatchObject({ subject: '1' });
  });

  test.each<[string, Parameters<typeof provider.token>[0]]>([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another-shop' }],
    ['several audiences and no word for whom', { aud: ['client', 'other'] }],
    ['several audiences, for another', { aud: ['client', 'other'], azp: 'other' }],
    ['an hour of age that is over', { iat: now - 4_000, exp: now - 400 }],
    ['an age that is too high, though good for long', { iat: now - 4_000, exp: now + 4_000 }],
    ['no end', { exp: undefined }],
    ['no nonce', { nonce: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['no email', { email: undefined }],
    ["somebody else's signature", { signedBy: 'somebody-else' }],
    ['a signature by the public key', { alg: 'HS256' }],
  ])('a token with %s is refused', async (_, change) => {
    await expect(identity.readIdentity(await provider.token(change), 'nonce')).rejects.toThrow();
  });

  test('an email counts as verified by a plain yes alone', async () => {
    for (const [claim, verified] of [
      [true, true],
      ['true', true],
      ['false', false],
      [false, false],
      [undefined, false],
      ['maybe', false],
    ] as const) {
      const token = await provider.token({ email_verified: claim });
      const { emailVerified } = await identity.readIdentity(token, 'nonce');
      expect([claim, emailVerified]).toEqual([claim, verified]);
    }
  });

  test('a description of somebody else is refused', async () => {
    provider.faults.description = { issuer: 'https://evil.example' };
    await expect(open().authorizationUrl(visit)).rejects.toThrow('describes itself as');
    provider.faults.description = undefined;
  });

  test('no more is read of it than a response may have', async () => {
    const discovery = '/.well-known/openid-configuration';
    const asks: [path: string, ask: () => Promise<unknown>][] = [
      [discovery, () => open().authorizationUrl(visit)],
      ['/token', () => open().redeemCode({ ...visit, code: 'c' })],
      ['/keys', async () => open().readIdentity(await provider.token(), 'nonce')],
    ];
    for (const [path, ask] of asks) {
      provider.faults.hugeAt = path;
      await expect(ask()).rejects.toThrow(`${path} is too large.`);
    }
    provider.faults.hugeAt = discovery;
    provider.faults.status = 503;
    await expect(open().authorizationUrl(visit)).rejects.toThrow(/responded with 503: $/);
    provider.faults.hugeAt = provider.faults.status = undefined;
  });

  test('one that is down is asked again the next time', async () => {
    const patient = open();
    provider.faults.status = 503;
    await expect(patient.authorizationUrl(visit)).rejects.toThrow('503');
    provider.faults.status = undefined;
    await expect(patient.authorizationUrl(visit)).resolves.toBeInstanceOf(URL);
  });
});
