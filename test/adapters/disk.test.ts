import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createDiskPictures } from '#adapters/pictures/disk.ts';
import { newDataFolder, removeDataFolder } from '../../scripts/running-shop.ts';
import { describePictures } from './pictures.ts';

describePictures('a folder', async () => {
  const dataDir = await newDataFolder();
  const pictures = createDiskPictures(dataDir);
  return {
    pictures,
    fetch: (url) => readFile(join(pictures.folder, basename(url))).catch(() => null),
    close: () => removeDataFolder(dataDir),
  };
});

const image = (name: string) => ({ name, bytes: Buffer.from('x'), type: 'image/webp' });

test('a folder has nothing in it but whole files', async () => {
  const dataDir = await newDataFolder();
  const pictures = createDiskPictures(dataDir);
  await Promise.all(['a.webp', 'b.webp'].map((name) => pictures.store(image(name))));
  expect((await readdir(pictures.folder)).sort()).toEqual(['a.webp', 'b.webp']);
  await removeDataFolder(dataDir);
});

test('a folder that can not be made is a failure, and leaves nothing behind', async () => {
  const dataDir = await newDataFolder();
  await writeFile(join(dataDir, 'uploads'), 'a file stands where the folder should');
  await expect(createDiskPictures(dataDir).store(image('a.webp'))).rejects.toThrow();
  expect(await readdir(dataDir)).toEqual(['uploads']);
  await removeDataFolder(dataDir);
});
