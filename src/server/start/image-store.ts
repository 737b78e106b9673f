import { createDiskImages } from '#adapters/images/disk.ts';
import { createImgbbImages } from '#adapters/images/imgbb.ts';
import type { ImagesPort } from '#adapters/images/port.ts';
import { createS3Images } from '#adapters/images/s3.ts';
import type { ImageStore } from '../../config-images.ts';

/**
 * The place for images that the configuration names. `uploadsFolder` is served at `/uploads/`
 * with each of them: it may hold images from before another was chosen.
 */
export function createImages(
  store: ImageStore,
  dataDir: string,
): { images: ImagesPort; uploadsFolder: string } {
  const disk = createDiskImages(dataDir);
  const images = store.name === 'disk' ? disk : openElsewhere(store);
  return { images, uploadsFolder: disk.folder };
}

function openElsewhere(store: Exclude<ImageStore, { name: 'disk' }>): ImagesPort {
  return store.name === 's3' ? createS3Images(store) : createImgbbImages(store);
}
