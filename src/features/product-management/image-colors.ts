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

/** The variants of a product before and after a change. */
interface Change {
  before: Variant[];
  after: Variant[];
}

/**
 * Images whose colors a change does not give. A color that all its variants exchange for the same one
 * takes its images along. An image without a color gets that of the variants that have it when they
 * are archived and no other variant has it, so that it is not shown with other colors. The same array
 * if none changes.
 */
export function withColorsOfVariants(images: ProductImage[], change: Change): ProductImage[] {
  return recolor(images, ({ url, color }) =>
    color === undefined ? removedColorOf(url, change) : exchangedFor(color, change),
  );
}

/** Images whose colors a change gives: a color of the product is spelled as its variants spell it. */
export function withSpelledColors(images: ProductImage[], variants: Variant[]): ProductImage[] {
  const now = colorsOf(variants.filter(isLive));
  const names = new Map(now.map((color) => [sameLook(color), color]));
  return recolor(images, ({ color }) =>
    color === undefined || now.includes(color) ? color : (names.get(sameLook(color)) ?? color),
  );
}

function recolor(
  images: ProductImage[],
  colorOf: (image: ProductImage) => string | undefined,
): ProductImage[] {
  const colors = images.map(colorOf);
  if (images.every(({ color }, index) => color === colors[index])) return images;
  return images.map((image, index) => {
    const color = colors[index];
    return color === undefined ? image : { ...image, color };
  });
}

const isLive = ({ archived }: Variant) => !archived;

/** The color of the variants that have an image, if this change archives the last of them. */
function removedColorOf(url: string, { before, after }: Change): string | undefined {
  const isOf = ({ imageUrl }: Variant) => imageUrl === url;
  const having = after.filter(isOf);
  const were = new Set(before.filter(isLive).map(({ id }) => id));
  const isArchivedNow = !having.some(isLive) && having.some(({ id }) => were.has(id));
  const [color, ...others] = colorsOf(having);
  const isKept = after.some((one) => isLive(one) && one.color === color);
  return isArchivedNow && others.length === 0 && !isKept ? color : undefined;
}

/** The color that all variants of a color have now; itself if they have several or none. */
function exchangedFor(color: string, { before, after }: Change): string {
  const had = new Set(before.filter((one) => one.color === color).map(({ id }) => id));
  const now = after.filter((one) => had.has(one.id) && isLive(one));
  const [first] = now;
  const isSame = first && now.every((one) => one.color === first.color);
  return isSame && first.color ? first.color : color;
}
