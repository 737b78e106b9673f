/**
 * Images as files in one folder, which the shop serves itself. A file's name depends on its
 * content, so files never change, and browsers may cache them forever.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOADS } from '#shared/renditions.ts';
import { isPlainName, requirePlainName } from './plain-name.ts';
import type { ImagesByName, ImagesPort } from './port.ts';

/** `.NAME.RANDOM`: a file that is being written, or that an ended process left. */
const DRAFT = /^\.[\w-]+\.[a-z]+\.[0-9a-f]{12}$/;
const LISTED_AT_ONCE = 500;

/** The port, and the folder to serve at `/uploads/`. */
export interface DiskImages extends ImagesPort {
  readonly name: 'disk';
  readonly folder: string;
  readonly byName: ImagesByName;
}

/** Stores images in `uploads` of the data folder, and creates it with the first one. */
export function createDiskImages(dataDir: string): DiskImages {
  const folder = join(dataDir, 'uploads');
  return {
    name: 'disk',
    where: folder,
    servedAt: UPLOADS,
    folder,

    async store({ name, bytes }) {
      requirePlainName(name);
      await mkdir(folder, { recursive: true });
      // Readers find the complete file or none, even after a power failure.
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
      return { url: `${UPLOADS}${name}` };
    },

    byName: {
      async remove(name) {
        requirePlainName(name);
        await rm(join(folder, name), { force: true });
      },

      async *list(before) {
        let names: string[] = [];
        for await (const name of filesOf(folder)) {
          if (isPlainName(name) && (await isOlder(join(folder, name), before))) names.push(name);
          if (names.length < LISTED_AT_ONCE) continue;
          yield names;
          names = [];
        }
        if (names.length > 0) yield names;
      },

      async tidy(before) {
        for await (const name of filesOf(folder)) {
          const path = join(folder, name);
          if (DRAFT.test(name) && (await isOlder(path, before))) await rm(path, { force: true });
        }
      },
    },
  };
}

async function* filesOf(folder: string): AsyncGenerator<string> {
  const opened = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!opened) return;
  for await (const entry of opened) if (entry.isFile()) yield entry.name;
}

// Another process may have removed it meanwhile.
async function isOlder(path: string, before: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.mtime < before;
}
