import { useCallback, useEffect, useRef, useState } from 'react';
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '#features/images/images.schema.ts';

/** The state of the upload of a chosen file. */
export type ImageState =
  | { status: 'none' }
  | { status: 'uploading'; progress: number }
  | { status: 'done'; url: string }
  | { status: 'failed'; message: string };

/** Longer than the shop waits for a body, so the connection must be dead. */
const STALLED_MS = 130_000;

const UNREACHABLE = 'The image could not be uploaded. Please check your connection and try again.';

/** Uploads a file as soon as it is passed in; another file replaces it. */
export function useImageUpload(initialUrl: string | undefined) {
  const [state, setState] = useState<ImageState>(() =>
    initialUrl ? { status: 'done', url: initialUrl } : { status: 'none' },
  );
  const request = useRef<{ xhr: XMLHttpRequest; file: File } | null>(null);

  const drop = useCallback(() => {
    const running = request.current;
    request.current = null;
    running?.xhr.abort();
  }, []);
  useEffect(() => drop, [drop]);

  const upload = useCallback(
    (file: File) => {
      // A page that is restored finds the file in its field and gets a second event for it.
      if (request.current?.file === file) return;
      drop();
      if (file.size > MAX_IMAGE_BYTES) {
        setState({ status: 'failed', message: IMAGE_TOO_LARGE });
        return;
      }
      // `fetch` does not report how much has been sent.
      const xhr = new XMLHttpRequest();
      request.current = { xhr, file };
      let stalled = setTimeout(() => xhr.abort(), STALLED_MS);
      xhr.upload.onprogress = ({ loaded, total }) => {
        clearTimeout(stalled);
        stalled = setTimeout(() => xhr.abort(), STALLED_MS);
        if (request.current?.xhr === xhr)
          setState({ status: 'uploading', progress: loaded / total });
      };
      xhr.onloadend = () => {
        clearTimeout(stalled);
        if (request.current?.xhr !== xhr) return;
        request.current = null;
        setState(outcome(xhr));
      };
      xhr.open('POST', '/uploads');
      const form = new FormData();
      form.append('image', file);
      setState({ status: 'uploading', progress: 0 });
      xhr.send(form);
    },
    [drop],
  );

  const clear = useCallback(() => {
    drop();
    setState({ status: 'none' });
  }, [drop]);

  return { state, upload, clear };
}

function outcome(xhr: XMLHttpRequest): ImageState {
  try {
    const { url, detail } = JSON.parse(xhr.responseText);
    if (xhr.status === 201) return { status: 'done', url };
    return { status: 'failed', message: detail ?? UNREACHABLE };
  } catch {
    // No response, or one that is not the shop's.
    return { status: 'failed', message: UNREACHABLE };
  }
}
