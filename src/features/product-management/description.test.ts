import { expect, test } from 'vitest';
import { scriptVectors, strangeParts } from '../../../test/support/script-vectors.ts';
import { toDescription } from './description.ts';

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
  // Two that are harmless as long as nobody decodes their characters.
  expect(unnoticed).toHaveLength(2);
  expect(unnoticed.join()).toMatch(/&quot; onerror=&quot;.*&lt;script&gt;/);
});

test('a description with more tags than it could store is refused before it is read', async () => {
  const html = '<'.repeat(99_000);
  await expect(toDescription(html, images)).rejects.toThrow('more than 10,000 tags');
  // As text it has none.
  expect(await toDescription('&lt;<br>'.repeat(11_000), images)).toMatchObject({
    descriptionHtml: '',
  });
});
