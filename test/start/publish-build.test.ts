import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { publishBuild } from '../../scripts/publish-build.ts';

const DAY_MS = 86_400_000;

test('a new build replaces the earlier one, and keeps the assets that open pages may ask for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  const write = async (name: string, text: string, age = 0) => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    const time = (Date.now() - age) / 1_000;
    await utimes(path, time, time);
  };
  await write('build/server/main.js', 'old');
  await write('build/server/assets/gone-1.js', 'old');
  await write('build/client/pictures/gone.png', 'old');
  await write('build/client/assets/shop-1.js', 'old', 29 * DAY_MS);
  await write('build/client/assets/shop-0.js', 'older', 31 * DAY_MS);
  await write('build/client/assets/same-1.js', 'same', 31 * DAY_MS);
  await write('next/server/main.js', 'new');
  await write('next/client/assets/shop-2.js', 'new');
  await write('next/client/assets/same-1.js', 'same');

  await publishBuild(join(folder, 'next'), join(folder, 'build'));

  const entries = await readdir(join(folder, 'build'), { recursive: true });
  expect(entries.sort()).toEqual([
    'client',
    'client/assets',
    'client/assets/same-1.js',
    'client/assets/shop-1.js',
    'client/assets/shop-2.js',
    'server',
    'server/main.js',
  ]);
  expect(await readFile(join(folder, 'build/server/main.js'), 'utf8')).toBe('new');
  expect(await readdir(folder)).toEqual(['build']);
  await rm(folder, { recursive: true });
});
