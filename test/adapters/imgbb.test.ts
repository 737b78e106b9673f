import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createImgbbImages } from '#adapters/images/imgbb.ts';
import { MAX_BYTES } from '#adapters/read-text.ts';
import { IMGBB_KEY, type ImgbbServer, startImgbbServer } from '../support/imgbb-server.ts';
import { describeImages, failureOf, image } from './images.ts';

describeImages('ImgBB', async () => {
  const server = await startImgbbServer();
  return {
    images: createImgbbImages({ key: IMGBB_KEY, url: server.api }),
    fetch: async (url) => server.images.get(url) ?? null,
    close: server.close,
  };
});

describe('ImgBB', () => {
  let server: ImgbbServer;
  beforeAll(async () => {
    server = await startImgbbServer();
  });
  beforeEach(() => {
    server.recover();
    server.asked.length = 0;
  });
  afterAll(() => server.close());
  const open = (key = IMGBB_KEY, timeoutMs = 1_500) =>
    createImgbbImages({ key, url: server.api }, timeoutMs);

  test('is asked as the specification has it: multipart field image, the key in the query [7.17]', async () => {
    await open().store(image('the bytes'));
    const [asked] = server.asked;
    expect(asked?.method).toBe('POST');
    expect([...(asked?.url.searchParams ?? [])]).toEqual([['key', IMGBB_KEY]]);
    expect(asked?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(asked?.body.toString()).toMatch(/name="image"; filename=".+-800\.webp"/);
  });

  test('keeps no files by name: each has an address of its own, and none can be taken away', async () => {
    const same = image('x');
    const [one, two] = [await open().store(same), await open().store(same)];
    expect(one.url).not.toBe(two.url);
    expect(open().byName).toBeNull();
  });

  test('serves from its own host, unless it is told of another', () => {
    expect(createImgbbImages({ key: 'x', url: null }).servedAt).toBe('https://i.ibb.co/');
    expect(open().servedAt).toBe(`${server.url}/`);
  });

  const success = (data: unknown) => JSON.stringify({ success: true, status: 200, data });
  test.each([
    [
      'its own message',
      400,
      JSON.stringify({ error: { message: 'Invalid file.' } }),
      'Invalid file.',
    ],
    ['a success that is none', 200, '{"success":false,"data":{"url":"x"}}', 'no image'],
    ['no address', 200, success({}), 'no image'],
    ['an address that is none', 200, success({ url: 'nowhere' }), 'no image'],
    ['an address elsewhere', 200, success({ url: 'https://evil.example/x.webp' }), 'evil.example'],
    ['a script for an address', 200, success({ url: 'javascript:alert(1)' }), 'javascript'],
    ['a page', 502, '<html>Bad gateway</html>', '502 and no JSON'],
    ['null', 200, 'null', 'no image'],
    ['nothing', 500, '', '500 and no JSON'],
    ['megabytes', 200, 'x'.repeat(MAX_BYTES + 1), 'too large'],
  ])('that responds with %s is a failure [7.17]', async (_, status, body, said) => {
    server.fail({ status, body });
    expect(await failureOf(open().store(image('x')))).toContain(said);
    expect(server.asked).toHaveLength(1);
  });

  test.each(['drop', 'hang', { status: 302 }] as const)(
    'that responds with %j is a failure without the key in it, and is asked once',
    async (fault) => {
      server.fail(fault);
      const error = await open()
        .store(image('x'))
        .catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Error);
      expect(`${(error as Error).message} ${(error as Error).cause}`).not.toContain(IMGBB_KEY);
      expect(server.asked.length).toBeLessThanOrEqual(1);
    },
  );

  test('takes no other key', async () => {
    await expect(open('wrong').store(image('x'))).rejects.toThrow('Invalid API v1 key.');
    expect(server.images.size).toBeGreaterThan(0);
  });
});
