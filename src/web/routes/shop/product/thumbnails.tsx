import { ProductImage } from '../../../components/image/product-image.tsx';
import { Link } from '../../../ui/link.tsx';
import type { GalleryImage } from './gallery-images.ts';

/**
 * The images below the strip: those of the strip, and one of each other color. The one that the
 * strip shows is marked. The first image of a color chooses that color.
 */
export function Thumbnails({
  images,
  shown,
  place,
  search,
  onColor,
  onShow,
}: {
  images: GalleryImage[];
  /** The images of the strip. */
  shown: GalleryImage[];
  /** The index of the shown image, from 0. */
  place: number;
  /** The parameters of the choice. An image without a color does not change them. */
  search: URLSearchParams;
  onColor: (color: string) => void;
  onShow: (place: number) => void;
}) {
  if (images.length < 2) return null;
  return (
    <ul className="grid grid-cols-4 gap-3">
      {images.map((image, index) => {
        const { url, alt, focus, color, isFirst } = image;
        const there = shown.indexOf(image);
        return there < 0 && !isFirst ? null : (
          <li key={url}>
            <Link
              to={
                isFirst
                  ? `?${new URLSearchParams({ color: color ?? '' })}`
                  : `?${search}#image-${there + 1}`
              }
              replace
              preventScrollReset
              aria-label={isFirst ? `Show in ${color}` : `Show image ${index + 1}`}
              aria-current={there === place || undefined}
              onClick={(event) => {
                event.preventDefault();
                if (isFirst && color) onColor(color);
                else onShow(there);
              }}
              className="block rounded-control transition-opacity not-aria-[current]:opacity-75 hover:opacity-100 aria-[current]:ring-2 aria-[current]:ring-ink aria-[current]:ring-offset-2 aria-[current]:ring-offset-ground"
            >
              <ProductImage
                url={url}
                alt={alt}
                focus={focus}
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
