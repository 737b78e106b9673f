import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createDiskPictures } from '#adapters/pictures/disk.ts';
import { newDataFolder, removeDataFolder } from '../../scripts/running-shop.ts';
import { describePictures, describePicturesByName, picture } from './pictures.ts';

async function open() {
  const dataDir = await newDataFolder();
  const pictures = createDiskPictures(dataDir);
  return {
    pictures,
    fetch: (url: string) => readFile(join(pictures.folder, basename(url))).catch(() => null),
    close: () => removeDataFolder(dataDir),
  };
}

describePictures('a folder', open);
describePicturesByName('a folder', open);

test('a folder has nothing in it but whole files', async () => {
  const { pictures, close } = await open();
  await Promise.all(['a.webp', 'b.webp'].map((name) => pictures.store(picture('x', name))));
  expect((await readdir(pictures.folder)).sort()).toEqual(['a.webp', 'b.webp']);
  await close();
});

test('a folder that can not be made is a failure, and leaves nothing behind', async () => {
  const dataDir = await newDataFolder();
  await writeFile(join(dataDir, 'uploads'), 'a file stands where the folder should');
  await expect(createDiskPictures(dataDir).store(picture('x'))).rejects.toThrow();
  expect(await readdir(dataDir)).toEqual(['uploads']);
  await removeDataFolder(dataDir);
});

test('a folder that is not there yet has nothing to list or to tidy up', async () => {
  const dataDir = await newDataFolder();
  const { byName } = createDiskPictures(dataDir);
  await byName.tidy(new Date());
  for await (const names of byName.list(new Date())) expect(names).toEqual([]);
  await removeDataFolder(dataDir);
});

test('what a killed process was writing is tidied up, and what is being written is not', async () => {
  const { pictures, close } = await open();
  await pictures.store(picture('x', 'whole.webp'));
  const hourAgo = new Date(Date.now() - 3_600_000);
  const [old, young] = ['.a-800.webp.0123456789ab', '.b-800.webp.0123456789ab'];
  for (const name of [old, young, 'README', '.gitignore']) {
    await writeFile(join(pictures.folder, name), 'half');
    if (name !== young) await utimes(join(pictures.folder, name), hourAgo, hourAgo);
  }
  await pictures.byName.tidy(new Date(Date.now() - 60_000));
  const left = ['.b-800.webp.0123456789ab', '.gitignore', 'README', 'whole.webp'];
  expect((await readdir(pictures.folder)).sort()).toEqual(left);
  const listed: string[] = [];
  for await (const names of pictures.byName.list(new Date(Date.now() + 1_000)))
    listed.push(...names);
  expect(listed).toEqual(['whole.webp']);
  await close();
});
