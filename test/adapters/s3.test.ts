import { createEmulator } from 'emulate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImagesPort } from '#adapters/images/port.ts';
import { createS3Images } from '#adapters/images/s3.ts';
import { MAX_BYTES } from '#adapters/read-text.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { describeImages, describeImagesByName, failureOf, image } from './images.ts';

const PATIENCE = { timeoutMs: 1_500, attempts: 3, waitMs: 10, totalMs: 12_000 };

async function fetchBytes(url: string): Promise<Buffer | null> {
  const response = await fetch(url);
  return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
}

async function openBucket() {
  // A small page, so that lists have several.
  const server = await startS3Server({ pageSize: 7 });
  return { images: createS3Images(server.settings), fetch: fetchBytes, close: server.close };
}

/** A server that others wrote, so that the one above can't be wrong in the same way as the adapter. */
async function openEmulator() {
  const bucket = 'shop-images';
  const server = await createEmulator({
    service: 'aws',
    port: 0,
    seed: { aws: { s3: { buckets: [{ name: bucket }] } } },
  });
  const images = createS3Images({
    bucket,
    region: 'us-east-1',
    endpoint: server.url,
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    publicUrl: null,
  });
  return { images, fetch: fetchBytes, close: () => server.close() };
}

describeImages('a bucket', openBucket);
describeImagesByName('a bucket', openBucket);
describeImages('a bucket of an emulator', openEmulator);
describeImagesByName('a bucket of an emulator', openEmulator);

describe('a bucket', () => {
  let server: S3Server;
  let images: ImagesPort;
  beforeAll(async () => {
    server = await startS3Server();
    images = createS3Images(server.settings, PATIENCE);
  });
  beforeEach(() => {
    server.recover();
    server.asked.length = 0;
  });
  afterAll(() => server.close());

  test('serves images as what they are, to be kept for good', async () => {
    const { url } = await images.store(image('x'));
    const { headers } = await fetch(url);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('is shared by every process of a shop', async () => {
    const file = image('from one');
    const { url } = await images.store(file);
    const other = createS3Images(server.settings, PATIENCE);
    expect(await other.store(file)).toEqual({ url });
    await other.byName?.remove(file.name);
    expect((await fetch(url)).status).toBe(404);
  });

  test('has the address that browsers are to use, where there is another', async () => {
    const publicUrl = 'https://pictures.shop.example/shop';
    const behind = createS3Images({ ...server.settings, publicUrl }, PATIENCE);
    const file = image('x');
    expect(await behind.store(file)).toEqual({ url: `${publicUrl}/uploads/${file.name}` });
    expect(server.objects.has(`uploads/${file.name}`)).toBe(true);
  });

  test.each([
    ['images', 'https://images.s3.eu-test-1.amazonaws.com/uploads/'],
    ['pictures.shop', 'https://s3.eu-test-1.amazonaws.com/pictures.shop/uploads/'],
  ])('of Amazon by the name %s is served at %s', (bucket, servedAt) => {
    const settings = { ...server.settings, bucket, endpoint: null };
    expect(createS3Images(settings).servedAt).toBe(servedAt);
  });

  test('lists nothing that lies beside the images', async () => {
    const one = { bytes: Buffer.from('x'), headers: {}, storedAt: new Date(0) };
    for (const key of ['backup.sql', 'uploads/a&b.webp', 'uploads/deep/a.webp', 'uploads/old.webp'])
      server.objects.set(key, one);
    const listed: string[] = [];
    for await (const names of images.byName?.list(new Date(1_000)) ?? []) listed.push(...names);
    expect(listed).toEqual(['old.webp']);
  });

  test.each([
    ['a response of 503', { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }],
    ['a response of 429', { status: 429 }],
    ['a lost connection', 'drop'],
    ['no response at all', 'hang'],
  ] as const)('is asked again after %s', async (_, fault) => {
    server.fail(fault, 2);
    const { url } = await images.store(image('in the end'));
    expect(server.asked).toHaveLength(3);
    expect(await (await fetch(url)).text()).toBe('in the end');
  });

  test.each([
    ['503', { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }, 3, '503 (SlowDown)'],
    ['301', { status: 301 }, 1, '301 (no code)'],
    [
      '403',
      { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' },
      1,
      '403 (AccessDenied)',
    ],
    ['lost connections', 'drop', 3, 'did not respond'],
    ['silence', 'hang', 3, 'did not respond'],
    ['megabytes', { status: 200, body: 'x'.repeat(MAX_BYTES + 1) }, 3, 'did not respond'],
  ] as const)(
    'that has only %s is a failure, and nothing is there',
    async (_, fault, attempts, said) => {
      server.fail(fault);
      const file = image('x');
      const failures = [images.store(file), images.byName?.remove(file.name)].map(failureOf);
      for (const failure of await Promise.all(failures)) expect(failure).toContain(said);
      const stores = server.asked.filter(({ method }) => method === 'PUT');
      expect(stores).toHaveLength(attempts);
      expect([...server.objects.keys()]).not.toContain(`uploads/${file.name}`);
    },
  );

  test('that hangs is given up when the time for all attempts is over', async () => {
    server.fail('hang');
    const patience = { ...PATIENCE, timeoutMs: 400, totalMs: 600 };
    const stored = createS3Images(server.settings, patience).store(image('x'));
    await expect(stored).rejects.toMatchObject({ code: 'unavailable' });
    // On a busy machine the first attempt may take all of it.
    expect(server.asked.length).toBeLessThan(PATIENCE.attempts);
  });

  test.each([
    ['secret', { secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
    ['account', { accessKeyId: 'AKIDOTHER' }, 'InvalidAccessKeyId'],
    ['region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
    ['bucket', { bucket: 'other' }, 'NoSuchBucket'],
  ])('is not opened with another %s, and the secret is in no message', async (_, change, code) => {
    const settings = { ...server.settings, ...change };
    const failed = createS3Images(settings, PATIENCE).store(image('x'));
    await expect(failed).rejects.toThrow(code);
    await expect(failed).rejects.not.toThrow(settings.secretAccessKey);
  });
});
