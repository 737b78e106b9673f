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

interface Product {
  name: string;
  images: Image[];
  variants: Variant[];
}

/**
 * The image of a variant: its own, else that of another variant of its color, else the first that its
 * product shows for the color. `images` are those that the product shows. The list of stock, carts
 * and orders read the same from the database: `variantImage` in `catalog.table.ts`.
 */
export function imageOfVariant(product: Product, variant: Variant): Image | null {
  return imagesOfVariants(product)(variant);
}

/**
 * A function that returns the image of each variant of a product, as `imageOfVariant` does. A product
 * may have 2,000 variants in few colors, so the image of a color is looked for once.
 */
export function imagesOfVariants(product: Product): (variant: Variant) => Image | null {
  const { name, images, variants } = product;
  const colored = withColors(images, variants);
  const ofColors = new Map<string | null, Image | null>();
  const ofColor = (color: string | null) => {
    const [first] = imagesOfColor(colored, color);
    const image = images.find(({ url }) => url === first?.url) ?? null;
    return imageOfColor({ name, image, variants }, images, color);
  };
  return ({ color, imageUrl }) => {
    if (imageUrl) {
      const alt = [name, color].filter(Boolean).join(', ');
      return images.find(({ url }) => url === imageUrl) ?? { url: imageUrl, alt };
    }
    const known = ofColors.get(color);
    if (known !== undefined) return known;
    const image = ofColor(color);
    ofColors.set(color, image);
    return image;
  };
}

/** An image that variants have as their own shows the color of the first of them. */
function withColors(images: Image[], variants: Variant[]): Image[] {
  return images.map((image) => {
    const isOf = (one: Variant) => one.color !== null && one.imageUrl === image.url;
    const color = image.color ?? variants.find(isOf)?.color;
    return color ? { ...image, color } : image;
  });
}
