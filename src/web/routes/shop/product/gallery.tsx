import { useState } from 'react';
import { imagesOfColor } from '#shared/images-of-color.ts';
import { useArrival } from '../../../components/image/image-transition.ts';
import { ProductImage } from '../../../components/image/product-image.tsx';
import { PRODUCT_SIZES } from '../../../components/image/sizes-attribute.ts';
import { onDemand } from '../../../offline/on-demand.tsx';
import type { GalleryImage } from './gallery-images.ts';
import { Thumbnails } from './thumbnails.tsx';

interface GalleryProps {
  /** The product's name. */
  name: string;
  /** The path of its page. */
  path: string;
  images: GalleryImage[];
  /** The chosen color. */
  color: string | null;
  /** The parameters of the choice. An image without a color does not change them. */
  search: URLSearchParams;
  onColor: (color: string) => void;
}

const fullScreen = onDemand('full-screen', () => import('./full-screen.tsx'));

/**
 * The images of a product: a strip that shows one at a time and can be swiped, and small ones
 * below. It has the images that are shown for the chosen color. Pressing one opens them on the full
 * screen; without script its link opens the file.
 */
export function Gallery({ name, path, images, color, search, onColor }: GalleryProps) {
  const strip = useArrival<HTMLUListElement>(path);
  const [at, setAt] = useState({ color, place: 0 });
  const [opened, setOpened] = useState<number | null>(null);
  const shown = imagesOfColor(images, color);
  // Another color begins with its first image.
  const place = at.color === color ? at.place : 0;
  const go = (to: number) => {
    setOpened(null);
    strip.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="space-y-4">
      <ul
        // Another color scrolls back to the start.
        key={color}
        ref={strip}
        aria-label="Images"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setAt({ color, place: Math.round(scrollLeft / clientWidth) })
        }
        className="image-strip relative z-10 rounded-panel"
      >
        {shown[0] ? null : (
          <li>
            <Large priority />
          </li>
        )}
        {shown.map((image, index) => (
          <li key={image.url} id={`image-${index + 1}`}>
            <a
              href={image.zoom ?? image.url}
              className="block rounded-panel outline-offset-[-2px]!"
              aria-label={`${image.alt || name}, full screen`}
              onClick={(event) => {
                event.preventDefault();
                setOpened(index);
              }}
            >
              <Large image={image} priority={!index} />
            </a>
          </li>
        ))}
      </ul>
      <Thumbnails {...{ images, shown, place, search, onColor, onShow: go }} />
      {opened === null ? null : (
        <fullScreen.Component
          name={name}
          images={shown}
          start={opened}
          onClose={go}
          onGiveUp={() => go(opened)}
        />
      )}
    </div>
  );
}

function Large({ image, priority }: { image?: GalleryImage; priority: boolean }) {
  return (
    <ProductImage
      url={image?.url ?? null}
      alt={image?.alt ?? ''}
      focus={image?.focus}
      sizes={PRODUCT_SIZES}
      priority={priority}
      className="rounded-panel"
    />
  );
}
