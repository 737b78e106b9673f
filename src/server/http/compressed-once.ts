import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';

/**
 * Responds with a body that never changes while the shop runs. It is read and compressed at the
 * first request. Compressing 1.5 MB for each of many requests would delay everything that reads
 * files or hashes passwords, because they share four threads.
 */
export function compressedOnce(read: () => Promise<string>) {
  let made: Promise<{ plain: Uint8Array<ArrayBuffer>; zipped: Uint8Array<ArrayBuffer> }> | null =
    null;
  const make = async () => {
    const plain = new TextEncoder().encode(await read());
    return { plain, zipped: new Uint8Array(await promisify(gzip)(plain, { level: 9 })) };
  };
  return async (c: Context, headers: Record<string, string>): Promise<Response> => {
    // All responses share these bytes, so unread responses do not multiply them.
    made ??= make();
    const { plain, zipped } = await made.catch((error: unknown) => {
      // The next request tries again.
      made = null;
      throw error;
    });
    const all = { ...headers, Vary: 'Accept-Encoding' };
    const encoding = accepts(c, {
      ...{ header: 'Accept-Encoding', supports: ['gzip', 'identity'], default: 'identity' },
    });
    if (encoding === 'gzip') return c.body(zipped, 200, { ...all, 'Content-Encoding': 'gzip' });
    // Without `no-transform`, it would be compressed again with another encoding.
    const cache = `${headers['Cache-Control'] ?? 'private, no-store'}, no-transform`;
    return c.body(plain, 200, { ...all, 'Cache-Control': cache });
  };
}
