/**
 * Handles parts of the page (chunks) that do not load. React Router reloads the document for a
 * missing part, without a message. So the miss is stored here and shown after the reload.
 */

import { matchedRoutes, scriptsOf } from '../router-internals/window.ts';

/** A part that takes longer, in milliseconds, counts as missing. */
const CHUNK_TIMEOUT_MS = 120_000;

const KEY = 'missing-chunk';

export interface MissingChunk {
  chunk: string;
  /** The address of the page that needed the part. */
  to: string;
}

/** The specification's message for a missing part: '/assets/cart-B7xk.js' is 'cart-B7xk'. */
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
 * Loads a part on demand, and rejects with the message to show. Some browsers remember that a part
 * failed and do not request it again, so further `attempts` use another address.
 */
export async function loadChunk<T>(load: () => Promise<T>, name: string, attempts = 0): Promise<T> {
  const again = (cause: Error): Promise<T> => {
    const url = /https?:\S+\.js/.exec(cause.message)?.[0];
    if (!url || attempts === 0) throw cause;
    return import(/* @vite-ignore */ `${url}?try=${attempts}`);
  };
  try {
    return await within(CHUNK_TIMEOUT_MS, load().catch(again));
  } catch (cause) {
    const known = cause instanceof Error && cause.message.includes('.js');
    throw new Error(chunkFailure(known ? cause.message : `${name}.js`), { cause });
  }
}

/** Stores which part of the page at `url` does not load, and loads the document again. */
export function watchChunks(url: URL): void {
  for (const id of matchedRoutes(url)) {
    const [module] = scriptsOf(id);
    if (!module) continue;
    // The same request as React Router's: a browser fetches a module once.
    within(CHUNK_TIMEOUT_MS, import(/* @vite-ignore */ module)).catch(() => {
      recordMissingChunk({ chunk: module, to: url.pathname + url.search });
      window.location.reload();
    });
  }
}

function recordMissingChunk(missing: MissingChunk): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(missing));
  } catch {
    // Without storage, the page reloads without a message.
  }
}

/** Returns what was stored before this document loaded, once; null if there is nothing. */
export function takeMissing(): MissingChunk | null {
  try {
    const noted = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return noted ? (JSON.parse(noted) as MissingChunk) : null;
  } catch {
    return null;
  }
}
