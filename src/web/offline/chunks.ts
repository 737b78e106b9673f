/**
 * Parts of the page (chunks) that don't arrive. React Router answers a missing part by loading the
 * document anew, which says nothing to anyone; so the miss is noted here, and told after the reload.
 */

import { matchedRoutes, scriptsOf } from '../router-internals/window.ts';

/** After this long a part counts as missing, in milliseconds. */
const CHUNK_TIMEOUT_MS = 120_000;

const KEY = 'missing-chunk';

export interface MissingChunk {
  chunk: string;
  /** The address that needed it. */
  to: string;
}

/** What the specification has people told of a part: '/assets/cart-B7xk.js' is 'cart-B7xk'. */
export function chunkFailure(url: string): string {
  return `Loading chunk ${/([\w.-]+)\.js/.exec(url)?.[1] ?? 'of the page'} failed`;
}

/** Rejects with 'timeout' when `work` takes longer than `ms`. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Loads a part that is fetched on demand, and rejects with the sentence to show. Some browsers remember
 * that a part failed and don't ask for it again: the next `tries` ask under another address.
 */
export async function loadChunk<T>(load: () => Promise<T>, name: string, tries = 0): Promise<T> {
  const again = (cause: Error): Promise<T> => {
    const url = /https?:\S+\.js/.exec(cause.message)?.[0];
    if (!url || tries === 0) throw cause;
    return import(/* @vite-ignore */ `${url}?try=${tries}`);
  };
  try {
    return await within(CHUNK_TIMEOUT_MS, load().catch(again));
  } catch (cause) {
    const known = cause instanceof Error && cause.message.includes('.js');
    throw new Error(chunkFailure(known ? cause.message : `${name}.js`), { cause });
  }
}

/** Notes down which part of the page at `url` does not come, and loads the document again. */
export function watchChunks(url: URL): void {
  for (const id of matchedRoutes(url)) {
    const [module] = scriptsOf(id);
    if (!module) continue;
    // The same request as React Router's own: a browser fetches a module once.
    within(CHUNK_TIMEOUT_MS, import(/* @vite-ignore */ module)).catch(() => {
      noteMissing({ chunk: module, to: url.pathname + url.search });
      window.location.reload();
    });
  }
}

function noteMissing(missing: MissingChunk): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(missing));
  } catch {
    // Without storage the reload stays unexplained.
  }
}

/** What was noted before this document was loaded; null if nothing was. Told once. */
export function takeMissing(): MissingChunk | null {
  try {
    const noted = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return noted ? (JSON.parse(noted) as MissingChunk) : null;
  } catch {
    return null;
  }
}
