import { useCallback, useEffect, useRef, useState } from 'react';
import { type SentImage, sendImage } from './send-image.ts';

/** The state of the upload of a chosen file. */
export type ImageState = { status: 'none' } | { status: 'uploading'; progress: number } | SentImage;

/** Uploads a file as soon as it is passed in; another file replaces it. */
export function useImageUpload(initialUrl: string | undefined) {
  const [state, setState] = useState<ImageState>(() =>
    initialUrl ? { status: 'done', url: initialUrl } : { status: 'none' },
  );
  const request = useRef<{ file: File; stop?: () => void } | null>(null);

  const drop = useCallback(() => {
    const running = request.current;
    request.current = null;
    running?.stop?.();
  }, []);
  useEffect(() => drop, [drop]);

  const upload = useCallback(
    (file: File) => {
      // A restored page finds the file in its field, and gets a second event for it.
      if (request.current?.file === file) return;
      drop();
      const running: { file: File; stop?: () => void } = { file };
      request.current = running;
      running.stop = sendImage(
        file,
        (progress) => {
          if (request.current === running) setState({ status: 'uploading', progress });
        },
        (result) => {
          if (request.current !== running) return;
          request.current = null;
          setState(result);
        },
      );
    },
    [drop],
  );

  const clear = useCallback(() => {
    drop();
    setState({ status: 'none' });
  }, [drop]);

  return { state, upload, clear };
}
