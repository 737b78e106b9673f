/**
 * Pictures as files of one folder, which the shop serves itself. Names say what is in a file, so
 * that one is never changed, and may be kept by browsers for good.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PicturesPort } from './port.ts';

const SERVED_AT = '/uploads/';

/** The port, and the folder that is to be served at `/uploads/`. */
export interface DiskPictures extends PicturesPort {
  readonly name: 'disk';
  readonly folder: string;
}

/** Keeps pictures in `uploads` of the data folder; makes it with the first one. */
export function createDiskPictures(dataDir: string): DiskPictures {
  const folder = join(dataDir, 'uploads');
  return {
    name: 'disk',
    servedAt: SERVED_AT,
    folder,

    async store({ name, bytes }) {
      requirePlain(name);
      await mkdir(folder, { recursive: true });
      // Whoever asks for the file finds all of it or nothing, also when the power goes.
      const draft = join(folder, `.${name}.${randomBytes(6).toString('hex')}`);
      try {
        const file = await open(draft, 'wx', 0o644);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, join(folder, name));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return { url: `${SERVED_AT}${name}` };
    },

    async remove(name) {
      requirePlain(name);
      await rm(join(folder, name), { force: true });
    },
  };
}

function requirePlain(name: string): void {
  if (!/^[\w-]+\.[a-z]+$/.test(name)) throw new Error(`${name} is no name for a file.`);
}
