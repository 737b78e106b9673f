/** The parts of an edit that have rows of their own: images, the description, related products. */

import type { Tx } from '#db/client.ts';
import type { Differences } from '#shared/differences.ts';
import { AppError } from '#shared/errors.ts';
import { DETAILS_NEEDED } from '#shared/field-messages.ts';
import { newId } from '#shared/ids.ts';
import type { ProductImage } from '../catalog/catalog.schema.ts';
import type { productImages } from '../catalog/catalog.table.ts';
import type { Ctx } from '../context.ts';
import { markImagesUsed, markImageUsed } from '../images/images.ts';
import {
  replaceDescriptionImages,
  replaceImages,
  replaceRelated,
  takeFromVariants,
} from './edit-product.store.ts';
import type { ProductChanges, StaffProduct } from './product-management.schema.ts';
import { selectNames } from './product-management.store.ts';
import { readDescription } from './rich-text.ts';

type Changed<Name extends keyof ProductChanges> = NonNullable<ProductChanges[Name]>;

/** The columns of `product_images` that describe an image. */
export function imageColumns({
  url,
  alt,
  focus,
  color,
}: Changed<'images'>[number]): Omit<
  typeof productImages.$inferInsert,
  'id' | 'productId' | 'position'
> {
  return { url, alt, focusX: focus?.x ?? 50, focusY: focus?.y ?? 50, color: color ?? null };
}

/** An image as records have it: default values are absent, and the fields have a fixed order. */
export function asRecordImage({ url, alt, color, focus }: Changed<'images'>[number]): ProductImage {
  const isMiddle = !focus || (focus.x === 50 && focus.y === 50);
  return {
    url,
    alt,
    ...(color ? { color } : {}),
    ...(isMiddle ? {} : { focus: { x: focus.x, y: focus.y } }),
  };
}

/**
 * Replaces the images of a product. Its variants, which have to be locked, lose those that it no
 * longer has. Returns the product with its new images.
 */
export async function changeImages(
  ctx: Ctx,
  tx: Tx,
  before: StaffProduct,
  changed: Changed<'images'>,
): Promise<StaffProduct> {
  const { id: productId } = before;
  const removed = new Set(before.images.map(({ url }) => url));
  const images: ProductImage[] = [];
  for (const image of changed) {
    // An image that is shown already stays, even if its host is no longer configured.
    const isShown = before.images.some(({ url }) => url === image.url);
    const url = isShown ? image.url : await markImageUsed(ctx, tx, image.url);
    removed.delete(url);
    images.push(asRecordImage({ ...image, url }));
  }
  const rows = images.map((image, position) => {
    return { id: newId('img'), productId, position, ...imageColumns(image) };
  });
  await replaceImages(tx, productId, rows);
  await takeFromVariants(tx, productId, [...removed]);
  const variants = before.variants.map((variant) =>
    removed.has(variant.imageUrl ?? '') ? { ...variant, imageUrl: null } : variant,
  );
  return { ...before, images, variants };
}

/** The columns of an edited description. Also stores which images it shows. */
export async function changeDescription(
  ctx: Ctx,
  tx: Tx,
  before: StaffProduct,
  { descriptions, descriptionHtml }: ProductChanges,
): Promise<Partial<Pick<StaffProduct, 'descriptions' | 'descriptionHtml'>>> {
  if (descriptionHtml) {
    const read = await readDescription(ctx, tx, descriptionHtml, before.descriptionHtml);
    if (read.descriptions === '') throw new AppError('invalid_request', DETAILS_NEEDED);
    await markImagesUsed(ctx, tx, read.addedImages);
    await replaceDescriptionImages(tx, before.id, read.images);
    return { descriptions: read.descriptions, descriptionHtml: read.descriptionHtml };
  }
  const text = descriptions ?? before.descriptions;
  // The same text, sent together with other fields, does not remove the formatting.
  if (descriptionHtml === undefined && text === before.descriptions) return {};
  await replaceDescriptionImages(tx, before.id, []);
  return { descriptions: text, descriptionHtml: '' };
}

/** Stores which products its page shows. Refuses the product itself and those that do not exist. */
export async function changeRelated(
  tx: Tx,
  { id }: StaffProduct,
  related: Changed<'related'>,
): Promise<void> {
  const ids = [...new Set(related)];
  const known = await selectNames(tx, ids);
  const wrong = ids.find((one) => one === id || !known.has(one));
  if (wrong === id) {
    throw new AppError('invalid_request', 'A product cannot be related to itself.');
  }
  if (wrong !== undefined) {
    throw new AppError('invalid_request', `There is no product ${wrong} to relate it to.`);
  }
  await replaceRelated(tx, id, ids);
}

/** Replaces the ids of related products by their names, for the audit log. */
export async function withNames(tx: Tx, changed: Differences): Promise<Differences> {
  if (!changed.related) return changed;
  const [before, after] = changed.related as [string[], string[]];
  const names = await selectNames(tx, [...before, ...after]);
  const named = (ids: string[]) => ids.map((id) => names.get(id) ?? id);
  return { ...changed, related: [named(before), named(after)] };
}
