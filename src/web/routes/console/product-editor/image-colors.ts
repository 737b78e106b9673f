/** Which color an image shows. Several may show one; the first that got it stands for the variants. */
import type { DraftImage, Sheet } from './draft.ts';
import { assignImage, colorOfImage, imageOf } from './options.ts';

/** The color that an image is given to; empty for none. */
export function shownColor(sheet: Sheet, { url, color = '' }: DraftImage): string {
  return sheet.colors.includes(color) ? color : colorOfImage(sheet, url);
}

/** Gives an image to a color, or to all with an empty one. Returns the images and the sheet. */
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
