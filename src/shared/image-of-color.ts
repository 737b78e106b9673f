interface Image {
  url: string;
  alt: string;
  focus?: { x: number; y: number };
}

/**
 * The images that are shown for a color: its own, then those of no color. All of them if there are
 * neither, or no color is chosen.
 */
export function imagesOfColor<I extends { color?: string }>(images: I[], color: string | null) {
  const fitting = [color, undefined].flatMap((of) => images.filter((image) => image.color === of));
  return color !== null && fitting[0] ? fitting : images;
}

/** A product's image in a color: that of its variants, else `image`. */
export function imageOfColor(
  product: {
    name: string;
    image: Image | null;
    variants: { color: string | null; imageUrl: string | null }[];
  },
  images: Image[],
  color: string | null,
): Image | null {
  const { name, image, variants } = product;
  const url = color && variants.find((one) => one.color === color && one.imageUrl)?.imageUrl;
  if (!url) return image;
  return images.find((candidate) => candidate.url === url) ?? { url, alt: `${name}, ${color}` };
}
