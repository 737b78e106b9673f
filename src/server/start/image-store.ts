import { createDiskImages } from '#adapters/images/disk.ts';
import { createImgbbImages } from '#adapters/images/imgbb.ts';
import type { ImagesPort } from '#adapters/images/port.ts';
import { createS3Images } from '#adapters/images/s3.ts';
import type { ImageStore } from '../../config-images.ts';

type DiskImages = ReturnType<typeof createDiskImages>;

/** Opens each kind of store. A kind of `config-images.ts` that is missing here does not compile. */
const openers: {
  [name in ImageStore['name']]: (
    store: Extract<ImageStore, { name: name }>,
    disk: DiskImages,
  ) => ImagesPort;
} = {
  disk: (_, disk) => disk,
  s3: (store) => createS3Images(store),
  imgbb: (store) => createImgbbImages(store),
};

/**
 * Opens the image store of the configuration. `uploadsFolder` is served at `/uploads/` with each of
 * them: it may hold images from before another store was chosen.
 */
export function createImages(
  store: ImageStore,
  dataDir: string,
): { images: ImagesPort; uploadsFolder: string } {
  const disk = createDiskImages(dataDir);
  return { images: open(store, disk), uploadsFolder: disk.folder };
}

function open<Name extends ImageStore['name']>(
  store: Extract<ImageStore, { name: Name }>,
  disk: DiskImages,
): ImagesPort {
  return openers[store.name as Name](store, disk);
}
