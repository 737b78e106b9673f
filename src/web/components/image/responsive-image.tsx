import type { CSSProperties, ReactNode } from 'react';
import { preload } from 'react-dom';
import { renditionsOf } from '#shared/renditions.ts';

/**
 * An image in the smallest fitting rendition. Its space is reserved. The first images of a page
 * (`priority`) load at once, the others when they come near the visible part.
 */
export function ResponsiveImage({
  url,
  alt,
  sizes,
  widths,
  width = 800,
  height = 1000,
  priority = false,
  children,
  className,
  style,
}: {
  url: string;
  alt: string;
  sizes: string;
  widths?: readonly number[];
  width?: number;
  height?: number;
  priority?: boolean;
  /** A source that comes before the renditions. */
  children?: ReactNode;
  className?: string;
  style?: CSSProperties | undefined;
}) {
  const renditions = renditionsOf(url, widths);
  if (priority && renditions) {
    preload(renditions.fallback, {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: renditions.avif,
      imageSizes: sizes,
      fetchPriority: 'high',
    });
  }
  const image = (
    <img
      src={renditions?.fallback ?? url}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      className={className}
      style={style}
    />
  );
  if (!renditions) return image;
  return (
    <picture>
      {children}
      <source type="image/avif" srcSet={renditions.avif} sizes={sizes} />
      <source type="image/webp" srcSet={renditions.webp} sizes={sizes} />
      {image}
    </picture>
  );
}
