import type { Context } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import { IMAGE_TOO_LARGE } from '#features/images/images.schema.ts';
import { AppError } from '#shared/errors.ts';
import { incomingBody, LARGE_PACE, receiveBody } from './receive-body.ts';

/** How many bytes of a form that is too large are read and discarded before the response. */
const MAX_DISCARDED = 64 * 1024 * 1024;

const IMAGE_CALLS =
  /^(?:\/uploads|\/api\/v1\/products\/[^/]+\/images|\/api\/v1\/returns\/[^/]+\/photos)$/i;

/** Whether a path is that of a call that takes an image, and not of a form of a page. */
export function isImageCall(path: string): boolean {
  return IMAGE_CALLS.test(path);
}

/**
 * Refuses a body that is too large for an image. A person who posted a form can't read a problem
 * document, so the form's page is shown again with the error.
 */
export async function refuseLargeForm(c: Context<AppEnv>): Promise<Response> {
  if (isImageCall(c.req.path)) {
    throw new AppError('image_too_large', IMAGE_TOO_LARGE);
  }
  await discardBody(c);
  // The form's address says where it leads afterwards.
  const from = c.req.query('from');
  const params = new URLSearchParams({ image: 'too_large', ...(from && { from }) });
  return c.redirect(`${c.req.path}?${params}`, 303);
}

/**
 * Reads and discards the body. If the shop responds earlier, a browser that is still sending
 * reports a lost connection.
 */
export async function discardBody(c: Context<AppEnv>): Promise<void> {
  const body = incomingBody(c);
  if (!body) return;
  const { signal } = new AbortController();
  const keep = () => undefined;
  await receiveBody(body, { mostBytes: MAX_DISCARDED, pace: LARGE_PACE, signal, keep }).catch(
    () => undefined,
  );
}
