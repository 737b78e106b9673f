/** Uploads an image and appends it to a product's images. */
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { uploadImage } from '../images/images.ts';
import { requireVersion } from '../record-version.ts';
import { editProduct, getStaffProduct } from './edit-product.ts';
import { MAX_IMAGES, type StaffProduct } from './product-management.schema.ts';

export interface AddedImage {
  bytes: Uint8Array;
  /** What the image shows. If it is empty, the product's name is used. */
  alt: string;
  /** The sender's address, for the limits of uploads. */
  address: string;
}

/**
 * Stores an image and appends it to the given version of a product (admin). Another version, and a
 * product with too many images, are refused before the image is read.
 */
export async function addProductImage(
  ctx: Ctx,
  actor: Actor,
  id: string,
  version: number,
  { bytes, alt, address }: AddedImage,
): Promise<StaffProduct> {
  const current = await getStaffProduct(ctx, actor, id);
  requireVersion(current, version);
  if (current.images.length >= MAX_IMAGES) {
    throw new AppError('invalid_request', `A product has at most ${MAX_IMAGES} images.`);
  }
  const { url } = await uploadImage(ctx, actor, address, bytes);
  const images = [...current.images, { url, alt: alt || current.name }];
  return editProduct(ctx, actor, id, version, { images });
}
