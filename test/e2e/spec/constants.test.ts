import { expect, inject, test } from 'vitest';

/** Whatever a page needs of script and style, and what those fetch later, as text. */
async function filesOf(path: string): Promise<Map<string, string>> {
  const origin = inject('shopUrl');
  const files = new Map<string, string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (files.has(next)) continue;
    const text = await (await fetch(`${origin}${next}`)).text();
    files.set(next, text);
    for (const [, name] of text.matchAll(/(?:\/assets\/|\.\/|assets\/)([\w.-]+\.js)\b/g)) {
      waiting.push(`/assets/${name}`);
    }
  }
  return files;
}

test('no script of the shop holds a key [9.20]', async () => {
  const files = await filesOf('/');
  // The checkout and the image upload are among them.
  const all = [...files.values()].join('\n');
  expect(all).toContain('/sandbox/confirm');
  expect(all).toContain('/uploads');
  const keys = all.match(/\b[ps]k_(?:test|live)_\w+|\bwhsec_\w+|[?&]key=\w+|\bapi[_-]?key\b/gi);
  expect(keys).toBe(null);
});
