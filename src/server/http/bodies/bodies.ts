/**
 * Reads what a request sends, before anything else looks at it or asks whose it is: who may do
 * something is judged by the session at the time when the body is complete.
 *  1. Form posts without a session are counted by network. One too many is neither read nor handed
 *     on: making its page would cost as much as taking it.
 *  2. A body is read within limits of size and pace: small ones into memory, those that may carry a
 *     image into a file.
 *  3. A large one takes a place among those that are worked on only when it has arrived, so that
 *     slow senders hold none.
 *  4. A form is parsed when a handler asks for it, within limits of fields and parts.
 */
import { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import type { Context, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { AppError } from '#shared/errors.ts';
import { networkOf } from '#shared/network.ts';
import { createRateLimiter } from '#shared/rate-limiter.ts';
import type { ShopContext } from '../../start/create-context.ts';
import { handOver, type ReadBody } from './hand-over.ts';
import { discardRest } from './incoming-chunks.ts';
import { createLargeBodies, mayCarryImage } from './large-bodies.ts';
import { throwAway } from './refuse-large-form.ts';
import { createSmallBodies } from './small-bodies.ts';

/** Form posts of one network without a session: a hundred people at one address stay below it. */
const ANONYMOUS_FORMS = {
  most: 300,
  seconds: 60,
  sentence: 'Too many forms have been sent from your network. Please wait a minute and try again.',
};

const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

export function createBodies({
  ctx,
  sessions,
  uploadsFolder,
}: Pick<ShopContext, 'ctx' | 'sessions' | 'uploadsFolder'>) {
  const countAnonymous = createRateLimiter(ANONYMOUS_FORMS, ctx.now);
  const readSmall = createSmallBodies();
  const withLarge = createLargeBodies(join(dirname(uploadsFolder), 'arriving'));

  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    try {
      return await readFirst(c, next);
    } finally {
      if (c.env?.incoming instanceof IncomingMessage) discardRest(c.env.incoming);
    }
  });

  async function readFirst(c: Context<AppEnv>, next: Next): Promise<Response | undefined> {
    const goOn = async (read: ReadBody) => {
      handOver(c, read);
      await next();
      return undefined;
    };
    const network = networkOf(c.get('clientAddress'));
    const type = c.req.header('content-type') ?? '';
    if (!FORM.test(type)) {
      return goOn({ bytes: await readSmall(c) });
    }
    // The signature is checked without asking the database. Whether that session is still there is
    // known when the form is parsed.
    const isAnonymous = typeof sessions.tokenOf(c.req.header('cookie') ?? '') !== 'string';
    if (isAnonymous) countAnonymous(network);
    const beforeParsing = () => {
      if (!isAnonymous && !c.get('actor')?.user) countAnonymous(network);
    };
    if (mayCarryImage(c, type)) {
      return withLarge(c, network, async (form) => {
        await goOn({ form, type, beforeParsing });
      });
    }
    const form = await readSmall(c).catch((error: unknown) => refusalForPage(c, error));
    if (form instanceof AppError) return goOn({ refusal: form });
    return goOn({ form: [form], type, beforeParsing });
  }
}

/** Of a form that a browser posted itself: what the page says instead. Throws every other error. */
async function refusalForPage(c: Context<AppEnv>, error: unknown): Promise<AppError> {
  const isTooLarge = error instanceof AppError && error.code === 'body_too_large';
  if (!isTooLarge || !c.req.header('accept')?.includes('text/html')) throw error;
  await throwAway(c);
  return error;
}

/** Refuses forms where only JSON is taken: by calls that a library reads by itself. */
export const noForms = createMiddleware<AppEnv>(async (c, next) => {
  if (FORM.test(c.req.header('content-type') ?? '')) {
    throw new AppError('unsupported_media_type', 'Please send application/json.');
  }
  await next();
});
