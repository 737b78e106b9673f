import ImageOff from 'lucide-react/icons/image-off';
import type { Ref } from 'react';
import type { ResponsiveImage as Image } from '#features/catalog/catalog.schema.ts';
import { classNames } from '../../ui/class-names.ts';
import { ResponsiveImage } from './responsive-image.tsx';

/** A product's image on its tinted background, 4:5; an icon when there is none. */
export function ProductImage({
  url,
  alt,
  focus,
  sizes,
  priority = false,
  className,
  ref,
}: {
  url: string | null;
  alt: string;
  /** The part that stays visible when the image is cropped; the middle if it is absent. */
  focus?: Image['focus'];
  sizes: string;
  priority?: boolean;
  className?: string;
  ref?: Ref<HTMLSpanElement>;
}) {
  return (
    <span
      ref={ref}
      className={classNames(
        'block aspect-4/5 overflow-hidden bg-tint text-ink-soft',
        className ?? 'rounded-card',
      )}
    >
      {url ? (
        <ResponsiveImage
          url={url}
          alt={alt}
          sizes={sizes}
          priority={priority}
          className="size-full object-cover"
          style={focus && { objectPosition: `${focus.x}% ${focus.y}%` }}
        />
      ) : (
        <span className="grid size-full place-items-center">
          <ImageOff aria-hidden="true" className="size-1/4 max-h-10" strokeWidth={1} />
        </span>
      )}
    </span>
  );
}
