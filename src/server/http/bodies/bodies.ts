/**
 * Reads what a request sends, before the session is looked up. So permissions are checked with the
 * session as it is when the body is complete.
 *  1. Form posts without a session are counted by network. One above the limit is neither read nor
 *     handed on, because rendering its page would cost as much as accepting it.
 *  2. A body is read within limits of size and pace: small ones into memory, those that may carry
 *     an image into a file.
 *  3. A large body takes one of the places for processing only after it has arrived, so slow
 *     senders occupy none. A request that has such a place waits for no turn: its own site could
 *     make it wait long, and all sites share the few places. Images of staff arrive in places of
 *     their own and are processed first. To know them, the session is looked up before the body
 *     arrives.
 *  4. A file of staff, such as a long CSV, is the exception: the session is looked up before the
 *     first byte, and again when the form is parsed. Its content goes from the disk into the
 *     database while the form is parsed.
 *     Long calls of staff are read in the same way, into memory.
 *  5. A form is parsed when a handler asks for it, within limits of fields and parts.
 */
import { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import type { Context, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { storeFile } from '#features/staff-jobs/staff-jobs.ts';
import { AppError } from '#shared/errors.ts';
import { countedNetworks, networkOf, siteOf } from '#shared/network.ts';
import { createRateLimiter } from '#shared/rate-limiter.ts';
import type { ShopContext } from '../../start/create-context.ts';
import { eventLoopTurns } from '../event-loop-turns.ts';
import { createFileUploads, isFileUpload } from './file-uploads.ts';
import { discardRest } from './incoming-chunks.ts';
import { createLargeBodies, mayCarryImage } from './large-bodies.ts';
import { createCallBodies } from './long-calls.ts';
import type { StoreFile } from './parse-form.ts';
import { passBodyToHandlers, type ReadBody } from './pass-body-to-handlers.ts';
import { discardBody } from './refuse-large-form.ts';
import { createSmallBodies } from './small-bodies.ts';

/**
 * The limit of form posts without a session for one network. A hundred people behind one address
 * stay below it.
 */
const ANONYMOUS_FORMS = {
  most: 300,
  seconds: 60,
  sentence: 'Too many forms have been sent from your network. Please wait a minute and try again.',
};

const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

export function createBodies({
  ctx,
  sessions,
  visitors,
  uploadsFolder,
}: Pick<ShopContext, 'ctx' | 'sessions' | 'visitors' | 'uploadsFolder'>) {
  const countForm = createRateLimiter(ANONYMOUS_FORMS, ctx.now);
  const readSmall = createSmallBodies();
  const readCall = createCallBodies(visitors, readSmall);
  const withFile = createFileUploads(join(dirname(uploadsFolder), 'arriving'), visitors);
  const withLarge = createLargeBodies(join(dirname(uploadsFolder), 'arriving'), visitors);

  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    try {
      return await readFirst(c, next);
    } finally {
      if (c.env?.incoming instanceof IncomingMessage) {
        discardRest(c.env.incoming, siteOf(c.get('clientAddress')));
      }
    }
  });

  async function readFirst(c: Context<AppEnv>, next: Next): Promise<Response | undefined> {
    const address = c.get('clientAddress');
    const goOn = async (read: ReadBody) => {
      const turn = takeTurn(c);
      if (turn) await turn;
      passBodyToHandlers(c, read);
      await next();
      return undefined;
    };
    const countAnonymous = () => {
      for (const { network, times } of countedNetworks(address)) countForm(network, times);
    };
    const type = c.req.header('content-type') ?? '';
    if (!FORM.test(type)) return goOn({ bytes: await readCall(c) });
    // This checks the signature without the database. When the form is parsed, the session itself
    // is read.
    const isAnonymous = typeof sessions.tokenOf(c.req.header('cookie') ?? '') !== 'string';
    if (isAnonymous) countAnonymous();
    const beforeParsing = () => {
      if (!isAnonymous && !c.get('actor')?.user) countAnonymous();
    };
    if (isFileUpload(c, type)) {
      return withFile(c, async (form) => {
        await goOn({ form, type, beforeParsing, storeFile: storeFileOfSender(c) });
      });
    }
    if (mayCarryImage(c, type)) {
      return withLarge(c, networkOf(address), async (form) => {
        c.set('hasProcessingPlace', true);
        await goOn({ form, type, beforeParsing });
      });
    }
    const form = await readSmall(c).catch((error: unknown) => refusalForPage(c, error));
    if (form instanceof AppError) return goOn({ refusal: form });
    return goOn({ form: [form], type, beforeParsing });
  }
}

const takeTurn = (c: Context<AppEnv>) =>
  eventLoopTurns.turn(
    () => siteOf(c.get('clientAddress')),
    () => c.req.raw.signal,
  );

/**
 * The error that the page shows when a browser posted the form itself. Throws every other error.
 */
async function refusalForPage(c: Context<AppEnv>, error: unknown): Promise<AppError> {
  const isTooLarge = error instanceof AppError && error.code === 'body_too_large';
  if (!isTooLarge || !c.req.header('accept')?.includes('text/html')) throw error;
  await discardBody(c);
  return error;
}

/** Stores the file of a form for its sender, as the session is when the form is parsed. */
function storeFileOfSender(c: Context<AppEnv>): StoreFile {
  return (name, content) => storeFile(c.get('ctx'), c.get('actor'), name, content);
}

/** Refuses forms at calls that take only JSON and whose bodies a library reads. */
export const noForms = createMiddleware<AppEnv>(async (c, next) => {
  if (FORM.test(c.req.header('content-type') ?? '')) {
    throw new AppError('unsupported_media_type', 'Please send application/json.');
  }
  await next();
});
