import type { Context } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import { IMAGE_TOO_LARGE } from '#features/images/images.schema.ts';
import { AppError } from '#shared/errors.ts';
import { incomingBody, LARGE_PACE, receiveBody } from './receive-body.ts';

/** Of a form that is too large, so much is heard out before it is answered. */
const MAX_THROWN_AWAY = 64 * 1024 * 1024;

/**
 * Refuses a body that is too large for an image. A form has nobody to read a problem document: its
 * page is shown again, with the sentence.
 */
export async function refuseLargeForm(c: Context<AppEnv>): Promise<Response> {
  if (c.req.path.toLowerCase() === '/uploads') {
    throw new AppError('image_too_large', IMAGE_TOO_LARGE);
  }
  await throwAway(c);
  // Where a form leads when it is done is in its address.
  const from = c.req.query('from');
  const params = new URLSearchParams({ image: 'too_large', ...(from && { from }) });
  return c.redirect(`${c.req.path}?${params}`, 303);
}

/** A browser that is still sending takes a response for a broken connection: it is heard out first. */
export async function throwAway(c: Context<AppEnv>): Promise<void> {
  const body = incomingBody(c);
  if (!body) return;
  const { signal } = new AbortController();
  const keep = () => undefined;
  await receiveBody(body, { mostBytes: MAX_THROWN_AWAY, pace: LARGE_PACE, signal, keep }).catch(
    () => undefined,
  );
}
