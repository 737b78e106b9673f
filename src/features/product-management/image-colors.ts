/** The colors of a product's images after its variants or images were changed. */
import { colorsOf } from '#shared/option-values.ts';
import type { VariantOptions } from '#shared/variant-options.ts';
import { sameLook } from '#shared/visible-text.ts';
import type { ProductImage } from '../catalog/catalog.schema.ts';

interface Variant extends VariantOptions {
  id: string;
  imageUrl: string | null;
  archived: boolean;
}

/**
 * The images with the colors as variants spell them. A color that all its variants exchange for the
 * same one takes its images along. A color that was removed keeps them: an image that only its
 * archived variants have gets the color, so that it is not shown with others. The same array if none
 * changes.
 */
export function withColorsOfVariants(
  images: ProductImage[],
  before: Variant[],
  after: Variant[],
): ProductImage[] {
  const archived = after.filter((one) => one.archived);
  if (archived.length === 0 && images.every(({ color }) => color === undefined)) return images;
  const live = after.filter((one) => !one.archived);
  const now = colorsOf(live);
  const names = new Map(now.map((color) => [sameLook(color), color]));
  const colors = images.map(({ url, color }) => {
    if (color === undefined) return removedColorOf(url, live, archived);
    if (now.includes(color)) return color;
    return names.get(sameLook(color)) ?? exchangedFor(color, before, after) ?? color;
  });
  if (images.every(({ color }, index) => color === colors[index])) return images;
  return images.map((image, index) => {
    const color = colors[index];
    return color === undefined ? image : { ...image, color };
  });
}

/** The color of the archived variants that have an image which no other variant has. */
function removedColorOf(url: string, live: Variant[], archived: Variant[]): string | undefined {
  const isOf = ({ imageUrl }: Variant) => imageUrl === url;
  const [color, ...others] = colorsOf(archived.filter(isOf));
  const isRemoved = !live.some((one) => isOf(one) || one.color === color);
  return others.length === 0 && isRemoved ? color : undefined;
}

/** The color that all variants of a color have now; null if they have several or none. */
function exchangedFor(color: string, before: Variant[], after: Variant[]): string | null {
  const had = new Set(before.filter((one) => one.color === color).map(({ id }) => id));
  const now = after.filter(({ id, archived }) => had.has(id) && !archived);
  const [first] = now;
  return first && now.every((one) => one.color === first.color) ? first.color : null;
}
