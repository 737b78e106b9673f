import { Link } from 'react-router';
import type { ResponsiveImage } from '#features/catalog/catalog.schema.ts';
import { ProductImage } from '../../../components/image/product-image.tsx';
import type { ProductToBuy } from '../../../components/product/product-card-view.ts';

/** What a click on a thumbnail shows: a color with its image, or another image by its place. */
export type Thumbnail = { color: string } | { image: number };

/**
 * All images of a product; the one that is shown large is marked. The image of a color also chooses
 * that color.
 */
export function Thumbnails({
  product,
  images,
  current,
  search,
  onShow,
}: {
  product: ProductToBuy;
  images: ResponsiveImage[];
  /** The image that is shown large. */
  current: ResponsiveImage | null;
  /** The parameters of the choice, which other images leave unchanged. */
  search: URLSearchParams;
  onShow: (thumbnail: Thumbnail) => void;
}) {
  if (images.length < 2) return null;
  return (
    <ul className="grid grid-cols-4 gap-3">
      {images.map(({ url, alt }, index) => {
        const color = product.variants.find(({ imageUrl }) => imageUrl === url)?.color;
        const shows: Thumbnail = color ? { color } : { image: index };
        const params = color ? new URLSearchParams({ color: color }) : new URLSearchParams(search);
        if (!color) params.set('image', String(index + 1));
        return (
          <li key={url}>
            <Link
              to={`?${params}`}
              replace
              preventScrollReset
              aria-label={color ? `Show in ${color}` : `Show image ${index + 1}`}
              aria-current={url === current?.url || undefined}
              onClick={(event) => {
                event.preventDefault();
                onShow(shows);
              }}
              className="block rounded-control transition-opacity not-aria-[current]:opacity-75 hover:opacity-100 aria-[current]:ring-2 aria-[current]:ring-ink aria-[current]:ring-offset-2 aria-[current]:ring-offset-ground"
            >
              <ProductImage
                url={url}
                alt={alt}
                sizes="(min-width: 768px) 11vw, 22vw"
                className="rounded-control"
              />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
