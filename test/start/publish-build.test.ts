import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { StartError } from '#shared/start-error.ts';
import { lockBuild } from '../../scripts/build-lock.ts';
import { publishBuild } from '../../scripts/publish-build.ts';

const DAY_MS = 86_400_000;
const run = promisify(execFile);

test('a new build replaces the earlier one, and keeps for a month what pages and processes may ask for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  const [next, to] = [join(folder, 'next'), join(folder, 'build')];
  const publish = async (nr: number, day: number) => {
    const files = ['server/main.js', `server/assets/late-${nr}.js`, `client/assets/shop-${nr}.js`];
    for (const name of [...files, 'client/assets/same.js', `client/pictures/${nr}.webp`]) {
      await mkdir(dirname(join(next, name)), { recursive: true });
      await writeFile(join(next, name), `build ${nr}`);
    }
    await publishBuild(next, to, `sources ${nr}`, Date.now() + day * DAY_MS);
    const entries = await readdir(to, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    return names.filter((name) => !name.startsWith('.')).sort();
  };
  const all = ['main.js', 'same.js'];

  expect(await publish(1, 0)).toEqual(['1.webp', 'late-1.js', ...all, 'shop-1.js']);
  // The first one was served until now, however old it is, also when it was built before there were lists.
  await rm(join(to, '.files'));
  const two = ['2.webp', 'late-1.js', 'late-2.js', ...all, 'shop-1.js', 'shop-2.js'];
  expect(await publish(2, 40)).toEqual(two);
  const three = ['late-1.js', 'late-2.js', 'late-3.js', ...all];
  expect(await publish(3, 69)).toEqual(
    ['3.webp', ...three, 'shop-1.js', 'shop-2.js', 'shop-3.js'].sort(),
  );
  expect(await publish(4, 71)).toEqual(
    ['4.webp', ...three.slice(1), 'late-4.js', 'shop-2.js', 'shop-3.js', 'shop-4.js'].sort(),
  );
  expect(await readFile(join(to, 'server/main.js'), 'utf8')).toBe('build 4');
  expect(await readFile(join(to, '.fingerprint'), 'utf8')).toBe('sources 4');
  expect(await readdir(folder)).toEqual(['build']);

  await mkdir(next);
  await writeFile(join(folder, 'file'), '');
  const refused = await publishBuild(next, join(folder, 'file'), '').catch((error) => error);
  expect(refused).toBeInstanceOf(StartError);
  expect(refused.message).toBe(
    `The build can't be written to ${folder}/file: it lies below a file, not a folder.`,
  );
  await rm(folder, { recursive: true });
});

test('one installation of packages at a time, and a failed one leaves those in use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'install-'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    await writeFile(join(folder, name), '');
  }
  // What npm does, slowly enough for another one to come.
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const npm =
    '#!/bin/sh\nsleep 0.4; mkdir next/node_modules; touch next/node_modules/new; exit $CODE\n';
  await writeFile(join(bin, 'npm'), npm, { mode: 0o755 });
  await mkdir(join(folder, 'node_modules'));
  const script = join(import.meta.dirname, '../../deploy/install-packages.sh');
  const install = (CODE: string) => {
    const env = { PATH: `${bin}:${process.env.PATH}`, CODE };
    return run('sh', [script], { cwd: folder, env }).then(
      () => 'installed',
      ({ stderr }) => stderr || 'failed',
    );
  };

  expect(await install('1')).toBe('failed');
  expect(await readdir(join(folder, 'node_modules'))).toEqual([]);
  const both = await Promise.all([install('0'), install('0')]);
  expect(both.sort()).toEqual([expect.stringMatching(/^Packages are being/), 'installed']);
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['new']);
  expect(await install('0')).toBe('installed');
  await rm(folder, { recursive: true });
});

test('one build waits for another while that one lives, whatever process left the lock', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  const lock = join(folder, '.cache/build.lock');
  await mkdir(dirname(lock), { recursive: true });
  // What a killed build left behind, also one with the id of a process that lives now.
  await writeFile(lock, String(process.pid));
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  const first = await lockBuild(lock);

  let hasSecond = false;
  const second = lockBuild(lock).then((taken) => {
    hasSecond = true;
    return taken.release();
  });
  // The holder touches the file, so that it never gets old, also while it is busy.
  const age = async () => Date.now() - (await stat(lock)).mtimeMs;
  const growOld = async () => {
    const earlier = new Date(Date.now() - 10_000);
    await utimes(lock, earlier, earlier);
  };
  await growOld();
  await expect.poll(age, { timeout: 5_000 }).toBeLessThan(9_000);
  await growOld();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
  expect(await age()).toBeLessThan(9_000);
  expect(hasSecond).toBe(false);
  await first.requireHeld();
  await first.release();
  await second;
  await expect(stat(lock)).rejects.toThrow('ENOENT');

  // A lock is left, also a folder, also one from the future, and many want it.
  await mkdir(lock);
  const oneDay = new Date(Date.now() + DAY_MS);
  await utimes(lock, oneDay, oneDay);
  let holders = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const taken = await lockBuild(lock);
      holders += 1;
      most = Math.max(most, holders);
      await taken.requireHeld();
      holders -= 1;
      await taken.release();
    }),
  );
  expect(most).toBe(1);

  // One that was paused while another took over neither publishes nor gives back what is not its own.
  const paused = await lockBuild(lock);
  await writeFile(lock, 'another');
  await expect(paused.requireHeld()).rejects.toThrow('Another build took over');
  await paused.release();
  expect(await readFile(lock, 'utf8')).toBe('another');
  await rm(folder, { recursive: true });
});
