/** The colors of a product's images after its variants or images were changed. */
import { colorsOf } from '#shared/option-values.ts';
import { sameLook } from '#shared/visible-text.ts';
import type { ProductImage } from '../catalog/catalog.schema.ts';

interface Variant {
  id?: string;
  size: string | null;
  color: string | null;
  option: string | null;
  archived: boolean;
}

/**
 * The images with the colors as variants spell them. A color that all its variants exchange for the
 * same one takes its images along; a color that was removed keeps them. The same array if none
 * changes.
 */
export function withColorsOfVariants(
  images: ProductImage[],
  before: Variant[],
  after: Variant[],
): ProductImage[] {
  if (images.every(({ color }) => color === undefined)) return images;
  const now = colorsOf(after.filter(({ archived }) => !archived));
  const names = new Map(now.map((color) => [sameLook(color), color]));
  const colors = images.map(({ color }) =>
    color === undefined || now.includes(color)
      ? color
      : (names.get(sameLook(color)) ?? exchangedFor(color, before, after) ?? color),
  );
  if (images.every(({ color }, index) => color === colors[index])) return images;
  return images.map((image, index) => {
    const color = colors[index];
    return color === undefined ? image : { ...image, color };
  });
}

/** The color that all variants of a color have now; null if they have several or none. */
function exchangedFor(color: string, before: Variant[], after: Variant[]): string | null {
  const had = new Set(before.filter((one) => one.color === color).map(({ id }) => id));
  const now = after.filter(({ id, archived }) => had.has(id) && !archived);
  const [first] = now;
  return first && now.every((one) => one.color === first.color) ? first.color : null;
}
