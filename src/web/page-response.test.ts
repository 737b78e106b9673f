import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageResponse } from './page-response.ts';

const html = `<p>${'Une page de la boutique, à jour. '.repeat(100)}</p>`;

const asking = (accepted: string | null) =>
  new Request(
    'http://shop/',
    accepted === null ? {} : { headers: { 'Accept-Encoding': accepted } },
  );

const given = () => ({
  status: 404,
  headers: new Headers([
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Vary', 'Cookie'],
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ]),
});

test('a page is compressed, and keeps its status and headers', async () => {
  const bytes = Uint8Array.from(Buffer.from(html)).buffer;
  for (const body of [html, bytes]) {
    const sent = await pageResponse(asking('gzip, deflate, br'), body, given());
    expect(sent.status).toBe(404);
    expect(sent.headers.get('Content-Encoding')).toBe('gzip');
    expect(sent.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(sent.headers.get('Vary')).toBe('Cookie, Accept-Encoding');
    expect(sent.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(gunzipSync(await sent.arrayBuffer()).toString()).toBe(html);
  }
});

test.each([null, '', 'br', 'gzip;q=0', 'deflate, gzip;q=0.0'])(
  'a client that asks for %j gets it as it is',
  async (accepted) => {
    const sent = await pageResponse(asking(accepted), html, given());
    expect(sent.headers.get('Content-Encoding')).toBeNull();
    expect(await sent.text()).toBe(html);
  },
);
