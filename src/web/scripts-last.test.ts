import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { scriptsLast } from './scripts-last.ts';

const PAGE =
  '<head><link rel="modulepreload" href="/a.js"/></head><p title="a > b">Größe 1 &lt; 2 😀</p><script>if (1 < 2) f()</script>';

test.each([1, 2, 7, 1_000])('scripts are fetched last, in pieces of %i bytes', async (size) => {
  const stream = scriptsLast();
  const bytes = Buffer.from(PAGE);
  for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
  stream.end();
  expect(await text(stream)).toBe(
    PAGE.replace('"modulepreload"', '"modulepreload" fetchpriority="low"'),
  );
});

test('what ends with half a tag is passed on whole', async () => {
  const stream = scriptsLast();
  stream.end('<p>one</p><scr');
  expect(await text(stream)).toBe('<p>one</p><scr');
});
