import { useCallback, useRef, useState } from 'react';
import { imagesIn, isShopImage, withKnownHeadings, withoutImages } from './pasted-html.ts';

/**
 * Leaves out pasted images that would be gone after the text is saved, and counts those of the last
 * paste. Images that the text had on this page can be cut and pasted.
 */
export function usePastedImages(hasImages: boolean, hosts: string[], html: string) {
  const [leftOut, setLeftOut] = useState(0);
  const known = useRef<Set<string> | null>(null);
  known.current ??= new Set(imagesIn(html));
  const latest = useRef(hosts);
  latest.current = hosts;
  const transform = useCallback(
    (pasted: string) => {
      const found = withoutImages(
        withKnownHeadings(pasted),
        (src) =>
          hasImages &&
          (known.current?.has(src) || isShopImage(src, latest.current, window.location.origin)),
      );
      setLeftOut(found.leftOut);
      return found.html;
    },
    [hasImages],
  );
  /** Begins anew with a text that was changed outside of the editor. */
  const restart = useCallback((next: string) => {
    for (const src of imagesIn(next)) known.current?.add(src);
    setLeftOut(0);
  }, []);
  return { leftOut, transform, restart };
}
