import { expect, test } from 'vitest';
import { scriptVectors, strangeParts } from '../../../test/support/script-vectors.ts';
import { imagesInStored, toDescription } from './rich-text.ts';

const src = '/pictures/a-800.webp';
const images = new Map([[src, { src, width: 800, height: 1_000 }]]);

test.each(scriptVectors)('nothing of %s is stored that a browser runs', async (vector) => {
  const { descriptionHtml, descriptions } = await toDescription(`<p>Coat</p>${vector}`, images);
  expect(strangeParts(descriptionHtml)).toEqual([]);
  expect(descriptions).toContain('Coat');
  // What is stored stays the same when it is sanitized again.
  const again = await toDescription(descriptionHtml, images);
  expect(again.descriptionHtml).toBe(descriptionHtml);
});

test('the vectors would have been noticed', () => {
  const unnoticed = scriptVectors.filter((vector) => strangeParts(vector).length === 0);
  // Two of them are harmless as long as nobody decodes their characters.
  expect(unnoticed).toHaveLength(2);
  expect(unnoticed.join()).toMatch(/&quot; onerror=&quot;.*&lt;script&gt;/);
});

test('a description with more tags than it could store is refused before it is read', async () => {
  const html = '<'.repeat(99_000);
  await expect(toDescription(html, images)).rejects.toThrow('more than 10,000 tags');
  // Plain text has no such limit.
  expect(await toDescription('&lt;<br>'.repeat(11_000), images)).toMatchObject({
    descriptionHtml: '',
  });
});

test('the images of a stored description are found as they are in the shop', async () => {
  const url = 'https://images.example/a.webp?b=1&c=%3C%22&d=&amp;';
  const shown = new Map([[url, { src: url, width: 8, height: 8 }]]);
  const html = `<p>Coat <img alt='<img src="/b.webp">' src="${url.replaceAll('&', '&amp;')}"> <img src="/b.webp"></p>`;
  const { images: found, descriptionHtml } = await toDescription(html, shown);
  expect([found, imagesInStored(descriptionHtml)]).toEqual([[url], [url]]);
});

test.each([
  ['<a name="x">this</a> <a href="javascript:x()">here</a>', 'this here'],
  ['<img src="https://x.example/a.png">here', 'here'],
])('what is left out leaves what follows as it is: %s', async (part, left) => {
  const html = `<p>See ${part} <strong>well</strong>.</p><h2>End</h2><p>Over.</p>`;
  expect(await toDescription(html, images)).toMatchObject({
    descriptionHtml: `<p>See ${left} <strong>well</strong>.</p><h2>End</h2><p>Over.</p>`,
  });
});
