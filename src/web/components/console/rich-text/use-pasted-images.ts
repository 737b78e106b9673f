import { useCallback, useRef, useState } from 'react';
import {
  type ImagePlaces,
  imagesIn,
  isShopImage,
  withKnownHeadings,
  withoutImages,
} from './pasted-html.ts';

/**
 * Leaves out pasted images that would be gone after the text is saved, and counts those of the last
 * paste. Images that the text had on this page can be cut and pasted. Without `places`, a text has
 * no images.
 */
export function usePastedImages(places: ImagePlaces | null, html: string) {
  const [leftOut, setLeftOut] = useState(0);
  const known = useRef<Set<string> | null>(null);
  known.current ??= new Set(imagesIn(html));
  const latest = useRef(places);
  latest.current = places;
  const transform = useCallback((pasted: string) => {
    const isStored = (src: string) =>
      latest.current !== null &&
      (known.current?.has(src) || isShopImage(src, latest.current, window.location.origin));
    const found = withoutImages(withKnownHeadings(pasted), isStored);
    setLeftOut(found.leftOut);
    return found.html;
  }, []);
  /** Counts images that are pasted as files, which are not inserted. Returns whether it did. */
  const noteFiles = useCallback(({ files, types }: DataTransfer): boolean => {
    const images = [...files].filter(({ type }) => type.startsWith('image/'));
    // Programs that copy a text may add an image of it.
    const hasText = types.some((type) => type.startsWith('text/'));
    if (images.length === 0 || hasText) return false;
    setLeftOut(images.length);
    return true;
  }, []);
  /** Begins anew with a text that was changed outside of the editor. */
  const restart = useCallback((next: string) => {
    for (const src of imagesIn(next)) known.current?.add(src);
    setLeftOut(0);
  }, []);
  return { leftOut, transform, noteFiles, restart };
}
