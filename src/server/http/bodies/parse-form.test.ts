import { describe, expect, test } from 'vitest';
import { MAX_FIELDS, parseForm } from './parse-form.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';

const parse = (text: string, type = URLENCODED) => parseForm([Buffer.from(text)], type);
const part = (name: string, value: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const END = '--x--\r\n';

async function expectRefused(form: Promise<FormData>, code: string) {
  await expect(form).rejects.toMatchObject({ name: 'AppError', code });
}

describe('a form', () => {
  test('is read as browsers write it, in both ways', async () => {
    const urlencoded = await parse('name=A+b%20%C3%BC&name=c&empty=&alone');
    expect([...urlencoded]).toEqual([
      ['name', 'A b ü'],
      ['name', 'c'],
      ['empty', ''],
      ['alone', ''],
    ]);
    const multipart = await parse(part('name', 'ü "q"') + part('name', '') + END, MULTIPART);
    expect([...multipart]).toEqual([
      ['name', 'ü "q"'],
      ['name', ''],
    ]);
  });

  test('of FormData comes out as it went in, files included', async () => {
    const sent = new FormData();
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    sent.append('text', 'line\r\nline');
    sent.append('image', new File([bytes], 'ä "1".png', { type: 'image/png' }));
    sent.append('image', new File([], '', { type: 'application/octet-stream' }));
    const request = new Request('http://shop', { method: 'POST', body: sent });
    const type = request.headers.get('content-type') ?? '';
    const form = await parseForm(request.body ?? [], type);
    expect(form.get('text')).toBe('line\r\nline');
    const file = form.getAll('image').find((value) => value instanceof File);
    expect(file?.type).toBe('image/png');
    expect(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
    // A field in which nobody chose a file is blank.
    expect(form.getAll('image')).toContain('');
  });

  test('that is empty has no fields', async () => {
    expect([...(await parse(''))]).toEqual([]);
  });

  test('keeps plain names alone', async () => {
    const form = await parse('ok=1&a[999]=1&__proto__=1&a.b=1&9=1&%00=1');
    expect([...form.keys()]).toEqual(['ok']);
  });
});

describe('refuses', () => {
  test.each([
    ['of one name', () => 'a'],
    ['of many names', (nr: number) => `a${nr}`],
    ['of names that nothing reads', (nr: number) => `a[${nr}]`],
  ])('more fields than a form of the shop has, %s', async (_, nameOf) => {
    const names = (count: number) => Array.from({ length: count }, (_, nr) => nameOf(nr));
    const urlencoded = (count: number) => names(count).join('&');
    const multipart = (count: number) =>
      names(count)
        .map((name) => part(name, ''))
        .join('') + END;
    await parse(urlencoded(MAX_FIELDS));
    await parse(multipart(MAX_FIELDS), MULTIPART);
    for (const count of [MAX_FIELDS + 1, 10_000]) {
      await expectRefused(parse(urlencoded(count)), 'body_too_large');
      await expectRefused(parse(multipart(count), MULTIPART), 'body_too_large');
    }
  });

  test('more than a few files', async () => {
    const files = part('image', 'x', '; filename="a.png"').repeat(5);
    await expectRefused(parse(files + END, MULTIPART), 'body_too_large');
  });

  test('a text that is too long', async () => {
    await expectRefused(parse(part('a', 'x'.repeat(100_000)) + END, MULTIPART), 'body_too_large');
  });

  test.each([
    ['an unknown type', 'a=1', 'text/plain'],
    ['no type', 'a=1', ''],
    ['no boundary', part('a', '1') + END, 'multipart/form-data'],
    ['a boundary that never comes', 'nothing', MULTIPART],
    ['nothing', '', MULTIPART],
    ['a field without an end', part('a', '1'), MULTIPART],
    ['a file without an end', part('a', '1', '; filename="a"'), MULTIPART],
    ['a part that stops in its header', '--x\r\nContent-Dispo', MULTIPART],
    ['too many headers', `--x\r\n${'A: b\r\n'.repeat(2_000)}\r\n1\r\n${END}`, MULTIPART],
  ])(
    '%s as malformed, or reads nothing of it',
    async (_, text, type) => {
      const form = await parse(text, type).catch((error: unknown) => error);
      if (form instanceof FormData) expect([...form]).toEqual([]);
      else expect(form).toMatchObject({ code: 'malformed' });
    },
    3_000,
  );
});
