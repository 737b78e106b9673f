/**
 * Images at ImgBB, the image host of the specification: one multipart call with the key in its
 * address, which never leaves the server. Every file gets an address of its own there; it goes by
 * hand alone, on the page that the answer names as `delete_url` or in the account of the key.
 */
import { requirePlainName } from './plain-name.ts';
import type { ImagesPort } from './port.ts';

const API = 'https://api.imgbb.com/1/upload';
const SERVED_AT = 'https://i.ibb.co/';

export interface ImgbbSettings {
  key: string;
  /** Another address of the call, which serves the images too; null: ImgBB's. */
  url: string | null;
}

/** Keeps images in the account of a key. */
export function createImgbbImages(settings: ImgbbSettings, timeoutMs = 30_000): ImagesPort {
  const servedAt = settings.url ? `${new URL(settings.url).origin}/` : SERVED_AT;
  const call = new URL(settings.url ?? API);
  call.searchParams.set('key', settings.key);
  return {
    name: 'imgbb',
    where: call.host,
    servedAt,

    // Asked once: a second try could leave an image there that nobody knows of.
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
      const url = readResponse(await response.text(), response.status);
      // Pages load images from there alone.
      if (!url.startsWith(servedAt)) throw new Error(`ImgBB keeps the image at ${url}.`);
      return { url };
    },

    byName: null,
  };
}

/** The answer as the specification reads it: `success`, `data.url`, `error.message`. */
function readResponse(text: string, status: number): string {
  let response: {
    success?: unknown;
    data?: { url?: unknown };
    error?: { message?: unknown };
  } | null;
  try {
    response = JSON.parse(text);
  } catch (cause) {
    throw new Error(`ImgBB answered ${status} with no JSON.`, { cause });
  }
  const url = response?.data?.url;
  if (response?.success === true && typeof url === 'string' && URL.canParse(url)) {
    return new URL(url).href;
  }
  throw new Error(`ImgBB answered ${status}: ${response?.error?.message ?? 'no image'}.`);
}
