// Apart from `image-of-color.ts`, so that the script of the product page is smaller.

/**
 * The images that are shown for a color: its own, then those of no color. All of them if there are
 * neither, or no color is chosen.
 */
export function imagesOfColor<I extends { color?: string }>(images: I[], color: string | null) {
  const fitting = [color, undefined].flatMap((of) => images.filter((image) => image.color === of));
  return color !== null && fitting[0] ? fitting : images;
}
