import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressPage } from './compress-page.ts';

const html = `<p>${'A page of the shop. '.repeat(100)}</p>`;

const asking = (accepted: string | null) =>
  new Request(
    'http://shop/',
    accepted === null ? {} : { headers: { 'Accept-Encoding': accepted } },
  );

const page = (type = 'text/html; charset=utf-8', body: string | null = html) =>
  new Response(body, {
    status: 404,
    headers: [
      ['Content-Type', type],
      ['Vary', 'Cookie'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ],
  });

test.each(['text/html; charset=utf-8', 'text/x-script'])(
  '%s is compressed, with its status and headers',
  async (type) => {
    const sent = await compressPage(asking('gzip, deflate, br'), page(type));
    expect(sent.status).toBe(404);
    expect(sent.headers.get('Content-Encoding')).toBe('gzip');
    expect(sent.headers.get('Content-Type')).toBe(type);
    expect(sent.headers.get('Vary')).toBe('Cookie, Accept-Encoding');
    expect(sent.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(gunzipSync(await sent.arrayBuffer()).toString()).toBe(html);
  },
);

test.each([null, '', 'br', 'gzip;q=0', 'deflate, gzip;q=0.0'])(
  'a client that asks for %j gets it as it is',
  async (accepted) => {
    const sent = await compressPage(asking(accepted), page());
    expect(sent.headers.get('Content-Encoding')).toBeNull();
    expect(await sent.text()).toBe(html);
  },
);

test('what is no page, or has no body, stays as it is', async () => {
  for (const other of [page('text/csv'), page('text/html', null)]) {
    expect(await compressPage(asking('gzip'), other)).toBe(other);
  }
});
