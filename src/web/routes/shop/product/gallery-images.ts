import type {
  ProductImage,
  ProductOnPage,
  ResponsiveImage,
  Variant,
} from '#features/catalog/catalog.schema.ts';
import { zoomOf } from '#shared/renditions.ts';

// Only loaders make these. They are in their own file, so that the browser's script is smaller.

/** An image of the gallery. */
export interface GalleryImage extends ResponsiveImage {
  /** The color that it shows; absent when it belongs to all. */
  color?: string;
  /** True for the first image of its color, which stands for the color. */
  isFirst?: boolean;
  /** The address of its rendition for zooming; absent where the others are as large as the image. */
  zoom?: string;
}

/** All images of a product with their colors, including those that only its variants have. */
export function galleryOf({ name, images, variants, zoomable }: ProductOnPage): GalleryImage[] {
  const listed = new Set(images.map(({ url }) => url));
  const unlisted = variants.flatMap(({ imageUrl, color }): ProductImage[] => {
    if (!imageUrl || listed.has(imageUrl)) return [];
    listed.add(imageUrl);
    return [{ url: imageUrl, alt: [name, color].filter(Boolean).join(', ') }];
  });
  const seen = new Set<string>();
  const large = new Set(zoomable);
  const colors = new Set(variants.map((one) => one.color));
  return [...images, ...unlisted].map(({ color: given, ...plain }) => {
    const image = large.has(plain.url) ? { ...plain, zoom: zoomOf(plain.url) } : plain;
    const isOf = ({ imageUrl }: Variant) => imageUrl === image.url;
    const color = given && colors.has(given) ? given : variants.find(isOf)?.color;
    if (!color) return image;
    const isFirst = !seen.has(color);
    seen.add(color);
    return isFirst ? { ...image, color, isFirst } : { ...image, color };
  });
}
