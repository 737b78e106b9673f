import { createDiskPictures } from '#adapters/pictures/disk.ts';
import { createImgbbPictures } from '#adapters/pictures/imgbb.ts';
import type { PicturesPort } from '#adapters/pictures/port.ts';
import { createS3Pictures } from '#adapters/pictures/s3.ts';
import type { PictureStore } from '../config-pictures.ts';

/**
 * The place for pictures that the configuration names. `uploadsFolder` is served at `/uploads/`
 * with each of them: it may hold pictures from before another was chosen.
 */
export function createPictures(
  store: PictureStore,
  dataDir: string,
): { pictures: PicturesPort; uploadsFolder: string } {
  const disk = createDiskPictures(dataDir);
  const pictures = store.name === 'disk' ? disk : openElsewhere(store);
  return { pictures, uploadsFolder: disk.folder };
}

function openElsewhere(store: Exclude<PictureStore, { name: 'disk' }>): PicturesPort {
  return store.name === 's3' ? createS3Pictures(store) : createImgbbPictures(store);
}
