/** Images that failed to load are loaded again when the connection is back. */
import { useEffect } from 'react';
import { noteConnection, useConnection } from './connection-state.ts';

/** Loads what failed again, whenever the shop can be reached after it could not. */
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
          // Once: the connection may have been gone for a moment, or the image for good.
          if (!triedAgain.has(image)) load(image);
          triedAgain.add(image);
        },
        () => noteConnection('lost'),
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
  // The same address once more has a browser load the image anew.
  image.src = image.getAttribute('src') ?? '';
}
