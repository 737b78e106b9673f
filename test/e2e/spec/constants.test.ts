import { readdir } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';

/** All scripts that the shop serves, and the home page, as text. */
async function allScripts(): Promise<string[]> {
  const names = await readdir('build/client/assets');
  const paths = names.filter((name) => name.endsWith('.js')).map((name) => `/assets/${name}`);
  return Promise.all(
    ['/', ...paths].map(async (path) => (await fetch(`${inject('shopUrl')}${path}`)).text()),
  );
}

test('no script of the shop holds a key [9.20]', async () => {
  const all = (await allScripts()).join('\n');
  // The checkout and the image upload are among them.
  expect(all).toContain('/sandbox/confirm');
  expect(all).toContain('/uploads');
  const keys = all.match(/\b[ps]k_(?:test|live)_\w+|\bwhsec_\w+|[?&]key=\w+|\bapi[_-]?key\b/gi);
  expect(keys).toBe(null);
});
