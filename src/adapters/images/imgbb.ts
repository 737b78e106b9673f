/**
 * Images at ImgBB, the image host of the specification: one multipart call with the key in its
 * address, which only the server uses. Every file gets its own address there. It can be deleted
 * only by hand, on the page that the response names as `delete_url`, or in the account of the key.
 */
import { readText } from '../read-text.ts';
import { requirePlainName } from './plain-name.ts';
import type { ImagesPort } from './port.ts';

const API = 'https://api.imgbb.com/1/upload';
const SERVED_AT = 'https://i.ibb.co/';

export interface ImgbbSettings {
  key: string;
  /** Another address for the call, which also serves the images; null for ImgBB's. */
  url: string | null;
}

/** Stores images in the account of a key. */
export function createImgbbImages(settings: ImgbbSettings, timeoutMs = 30_000): ImagesPort {
  const servedAt = settings.url ? `${new URL(settings.url).origin}/` : SERVED_AT;
  const call = new URL(settings.url ?? API);
  call.searchParams.set('key', settings.key);
  return {
    name: 'imgbb',
    where: call.host,
    servedAt,

    // Sent once, because a second attempt could leave an unknown image there.
    async store({ name, bytes, type }) {
      requirePlainName(name);
      const form = new FormData();
      form.append('image', new File([new Uint8Array(bytes)], name, { type }));
      const response = await fetch(call, {
        method: 'POST',
        body: form,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      const url = readResponse(await readText(response, 'ImgBB'), response.status);
      // Pages load images only from there.
      if (!url.startsWith(servedAt)) throw new Error(`ImgBB serves the image at ${url}.`);
      return { url };
    },

    byName: null,
  };
}

/** Reads the response as the specification does: `success`, `data.url`, `error.message`. */
function readResponse(text: string, status: number): string {
  let response: {
    success?: unknown;
    data?: { url?: unknown };
    error?: { message?: unknown };
  } | null;
  try {
    response = JSON.parse(text);
  } catch (cause) {
    throw new Error(`ImgBB responded with ${status} and no JSON.`, { cause });
  }
  const url = response?.data?.url;
  if (response?.success === true && typeof url === 'string' && URL.canParse(url)) {
    return new URL(url).href;
  }
  throw new Error(`ImgBB responded with ${status}: ${response?.error?.message ?? 'no image'}.`);
}
