import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createDiskImages } from '#adapters/images/disk.ts';
import { newDataFolder, removeDataFolder } from '../../scripts/running-shop.ts';
import { describeImages, describeImagesByName, image } from './images.ts';

async function open() {
  const dataDir = await newDataFolder();
  const images = createDiskImages(dataDir);
  return {
    images,
    fetch: (url: string) => readFile(join(images.folder, basename(url))).catch(() => null),
    close: () => removeDataFolder(dataDir),
  };
}

describeImages('a folder', open);
describeImagesByName('a folder', open);

test('a folder has nothing in it but whole files', async () => {
  const { images, close } = await open();
  await Promise.all(['a.webp', 'b.webp'].map((name) => images.store(image('x', name))));
  expect((await readdir(images.folder)).sort()).toEqual(['a.webp', 'b.webp']);
  await close();
});

test('a folder that can not be made is a failure, and leaves nothing behind', async () => {
  const dataDir = await newDataFolder();
  await writeFile(join(dataDir, 'uploads'), 'a file stands where the folder should');
  await expect(createDiskImages(dataDir).store(image('x'))).rejects.toThrow();
  expect(await readdir(dataDir)).toEqual(['uploads']);
  await removeDataFolder(dataDir);
});

test('a folder that is not there yet has nothing to list or to tidy up', async () => {
  const dataDir = await newDataFolder();
  const { byName } = createDiskImages(dataDir);
  await byName.tidy(new Date());
  for await (const names of byName.list(new Date())) expect(names).toEqual([]);
  await removeDataFolder(dataDir);
});

test('what a killed process was writing is tidied up, and what is being written is not', async () => {
  const { images, close } = await open();
  await images.store(image('x', 'whole.webp'));
  const hourAgo = new Date(Date.now() - 3_600_000);
  const [old, young] = ['.a-800.webp.0123456789ab', '.b-800.webp.0123456789ab'];
  for (const name of [old, young, 'README', '.gitignore']) {
    await writeFile(join(images.folder, name), 'half');
    if (name !== young) await utimes(join(images.folder, name), hourAgo, hourAgo);
  }
  await images.byName.tidy(new Date(Date.now() - 60_000));
  const left = ['.b-800.webp.0123456789ab', '.gitignore', 'README', 'whole.webp'];
  expect((await readdir(images.folder)).sort()).toEqual(left);
  const listed: string[] = [];
  for await (const names of images.byName.list(new Date(Date.now() + 1_000))) listed.push(...names);
  expect(listed).toEqual(['whole.webp']);
  await close();
});
