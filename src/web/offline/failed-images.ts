/** Loads failed images again when the shop can be reached again. */
import { useEffect } from 'react';
import { recordConnection, useConnection } from './connection-state.ts';

/** Loads failed images again whenever the shop can be reached after it could not. */
export function useFailedImages(): void {
  const { lost } = useConnection();
  useEffect(() => {
    if (!lost) loadFailedAgain();
  }, [lost]);

  useEffect(() => {
    const triedAgain = new WeakSet<HTMLImageElement>();
    let asked: Promise<unknown> | null = null;
    const onError = ({ target: image }: Event) => {
      if (!(image instanceof HTMLImageElement)) return;
      asked ??= fetch('/healthz').finally(() => {
        asked = null;
      });
      asked.then(
        () => {
          // Tries once more at once: the connection may have failed briefly, or the image may be
          // missing.
          if (!triedAgain.has(image)) load(image);
          triedAgain.add(image);
        },
        () => recordConnection('lost'),
      );
    };
    document.addEventListener('error', onError, true);
    window.addEventListener('online', loadFailedAgain);
    return () => {
      document.removeEventListener('error', onError, true);
      window.removeEventListener('online', loadFailedAgain);
    };
  }, []);
}

function loadFailedAgain(): void {
  for (const image of document.images) {
    if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') load(image);
  }
}

function load(image: HTMLImageElement): void {
  // Setting the same address again makes the browser load the image again.
  image.src = image.getAttribute('src') ?? '';
}
