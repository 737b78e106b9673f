interface Image {
  url: string;
  alt: string;
  focus?: { x: number; y: number };
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
