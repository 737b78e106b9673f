import type { Context } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import type { AppError } from '#shared/errors.ts';
import { parseForm, type StoreFile } from './parse-form.ts';

/**
 * A body that was read: bytes, a form that is not parsed yet, or the error for which it was
 * refused.
 */
export type ReadBody =
  | { bytes: Uint8Array }
  | {
      form: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
      type: string;
      beforeParsing(): void;
      storeFile?: StoreFile;
    }
  | { refusal: AppError };

/**
 * Hands a body to the handlers. A form is available only through `readForm`. The request itself has
 * no body any more, so no other parser without limits can read it by mistake.
 */
export function passBodyToHandlers(c: Context<AppEnv>, read: ReadBody): void {
  const { url, method, headers, signal } = c.req.raw;
  const body = 'bytes' in read ? (read.bytes as Uint8Array<ArrayBuffer>) : null;
  c.req.raw = new Request(url, { method, headers, signal, body });
  c.set(
    'readForm',
    once(() => readForm(read)),
  );
}

async function readForm(read: ReadBody): Promise<FormData> {
  if ('refusal' in read) throw read.refusal;
  if ('bytes' in read) return parseForm([], '');
  read.beforeParsing();
  return parseForm(read.form, read.type, read.storeFile);
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
