import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

// What belongs to the server and must not be in a file that browsers get.
const SERVER_ONLY = [
  'AUTH_SECRET',
  'DATABASE_URL',
  'STRIPE_SECRET_KEY',
  'toUnconfirmed',
  'unverifiedHours',
  'drizzle',
  'better-auth/adapters',
  'argon2',
  'select pg_',
  'insert into',
  'node:fs',
];

test('nothing of the server is in what browsers get', async () => {
  const folder = 'build/client/assets';
  const files = (await readdir(folder)).filter((name) => /\.(js|css|map)$/.test(name));
  expect(files.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const name of files) {
    const text = await readFile(`${folder}/${name}`, 'utf8');
    found.push(
      ...SERVER_ONLY.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`),
    );
  }
  expect(found).toEqual([]);
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
});
