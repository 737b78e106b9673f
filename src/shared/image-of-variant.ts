// For the server only: the script of the product page is at its limit.
import { imageOfColor } from './image-of-color.ts';
import { imagesOfColor } from './images-of-color.ts';

interface Image {
  url: string;
  alt: string;
  focus?: { x: number; y: number };
  color?: string;
}

interface Variant {
  color: string | null;
  imageUrl: string | null;
}

/**
 * The image of a variant: its own, else that of another variant of its color, else the first that its
 * product shows for the color. `images` are those that the product shows. The list of stock, carts
 * and orders read the same from the database: `variantImage` in `catalog.table.ts`.
 */
export function imageOfVariant(
  product: { name: string; images: Image[]; variants: Variant[] },
  { color, imageUrl }: Variant,
): Image | null {
  const { name, images, variants } = product;
  if (imageUrl) {
    const alt = [name, color].filter(Boolean).join(', ');
    return images.find(({ url }) => url === imageUrl) ?? { url: imageUrl, alt };
  }
  const [first] = imagesOfColor(withColors(images, variants), color);
  const image = images.find(({ url }) => url === first?.url) ?? null;
  return imageOfColor({ name, image, variants }, images, color);
}

/** An image that variants have as their own shows the color of the first of them. */
function withColors(images: Image[], variants: Variant[]): Image[] {
  return images.map((image) => {
    const isOf = (one: Variant) => one.color !== null && one.imageUrl === image.url;
    const color = image.color ?? variants.find(isOf)?.color;
    return color ? { ...image, color } : image;
  });
}
