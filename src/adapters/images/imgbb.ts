/**
 * Images at ImgBB, the image host of the specification: one multipart call with the key in its
 * address, which only the server uses. Every file gets its own address there. It can be deleted
 * only by hand, on the page that the response names as `delete_url`, or in the account of the key.
 */
import { readText } from '../read-text.ts';
import { isTemporary, notResponding } from './not-responding.ts';
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
      const url = readResponse(await post(call, form, timeoutMs));
      // Pages load images only from there.
      if (!url.startsWith(servedAt)) throw new Error(`ImgBB serves the image at ${url}.`);
      return { url };
    },

    byName: null,
  };
}

async function post(call: URL, body: FormData, timeoutMs: number) {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(call, { method: 'POST', body, signal, redirect: 'error' });
    return { status: response.status, text: await readText(response, 'ImgBB') };
  } catch (cause) {
    throw notResponding(cause);
  }
}

/** Reads the response as the specification does: `success`, `data.url`, `error.message`. */
function readResponse({ status, text }: { status: number; text: string }): string {
  let response: {
    success?: unknown;
    data?: { url?: unknown };
    error?: { message?: unknown };
  } | null;
  try {
    response = JSON.parse(text);
  } catch {
    throw failure(status, `${status} and no JSON`);
  }
  const url = response?.data?.url;
  if (response?.success === true && typeof url === 'string' && URL.canParse(url)) {
    return new URL(url).href;
  }
  throw failure(status, `${status}: ${response?.error?.message ?? 'no image'}`);
}

function failure(status: number, said: string): Error {
  const error = new Error(`ImgBB responded with ${said}.`);
  return isTemporary(status) ? notResponding(error) : error;
}
