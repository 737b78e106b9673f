/**
 * Which color an image shows. Several images may show one color. The first one that was assigned is
 * the image of its variants.
 */
import type { DraftImage, Sheet } from './draft.ts';
import { assignImage, colorOfImage, imageOf } from './options.ts';

/**
 * The color that an image is assigned to; empty for none. It can be one that the product does not
 * have any more: the image is stored with it.
 */
export function shownColor(sheet: Sheet, { url, color = '' }: DraftImage): string {
  return sheet.colors.includes(color) ? color : colorOfImage(sheet, url) || color;
}

/**
 * Assigns an image to a color, or to all colors if it is empty. Returns the images and the sheet.
 */
export function giveColor(
  images: DraftImage[],
  sheet: Sheet,
  index: number,
  color: string,
): [DraftImage[], Sheet] {
  const image = images[index];
  if (!image) return [images, sheet];
  const { color: _, ...rest } = image;
  const changed = images.with(index, color === '' ? rest : { ...rest, color });
  const current = imageOf(sheet, color);
  const isTaken = current !== image.url && images.some(({ url }) => url === current);
  return [changed, assignImage(sheet, image.url, isTaken ? '' : color)];
}
