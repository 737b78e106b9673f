import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '#features/images/images.schema.ts';

/** Longer than the shop waits for a body, so the connection must be dead. */
const STALLED_MS = 130_000;

const UNREACHABLE = 'The image could not be uploaded. Please check your connection and try again.';

export type SentImage = { status: 'done'; url: string } | { status: 'failed'; message: string };

/**
 * Uploads a file. `onProgress` gets the part that has been sent, from 0 to 1; `onEnd` gets the
 * result, also after the returned function has stopped it.
 */
export function sendImage(
  file: File,
  onProgress: (progress: number) => void,
  onEnd: (result: SentImage) => void,
): () => void {
  if (file.size > MAX_IMAGE_BYTES) {
    onEnd({ status: 'failed', message: IMAGE_TOO_LARGE });
    return () => {};
  }
  // `fetch` does not report how much has been sent.
  const xhr = new XMLHttpRequest();
  let stalled = setTimeout(() => xhr.abort(), STALLED_MS);
  xhr.upload.onprogress = ({ loaded, total }) => {
    clearTimeout(stalled);
    stalled = setTimeout(() => xhr.abort(), STALLED_MS);
    onProgress(loaded / total);
  };
  xhr.onloadend = () => {
    clearTimeout(stalled);
    onEnd(outcome(xhr));
  };
  xhr.open('POST', '/uploads');
  const form = new FormData();
  form.append('image', file);
  onProgress(0);
  xhr.send(form);
  return () => xhr.abort();
}

function outcome(xhr: XMLHttpRequest): SentImage {
  try {
    const { url, detail } = JSON.parse(xhr.responseText);
    if (xhr.status === 201) return { status: 'done', url };
    return { status: 'failed', message: detail ?? UNREACHABLE };
  } catch {
    // No response, or one that is not the shop's.
    return { status: 'failed', message: UNREACHABLE };
  }
}
