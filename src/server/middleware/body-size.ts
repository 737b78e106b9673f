import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from '#features/pictures/pictures.schema.ts';
import { AppError } from '#shared/errors.ts';
import { createSlots, type Slots } from '#shared/slots.ts';

/** The largest body of a call or form, in bytes; and of one that carries a picture. */
const MAX_BODY = 64 * 1024;
const MAX_PICTURE_BODY = MAX_PICTURE_BYTES + 512 * 1024;

/** Where a picture may come in: the call, and the forms that bring it themselves without script. */
const FOR_PICTURES = new Set(['/uploads', '/register', '/addproduct', '/account']);

/** How many large bodies are in memory at a time, of all and of one address; the rest wait unread. */
const AT_A_TIME = 6;
const OF_ONE_ADDRESS = 3;
const MAX_WAITING = 60;

/** Of a form that is too large, so much is heard out before it is answered. */
const MAX_THROWN_AWAY = 64 * 1024 * 1024;

/** Bounds what a request may send, and how much of what is large is held at a time. */
export function bodySize() {
  const small = bodyLimit({
    maxSize: MAX_BODY,
    onError: () => {
      throw new AppError(
        'body_too_large',
        'That is more than the shop accepts at once. Please send less.',
      );
    },
  });
  const large = bodyLimit({ maxSize: MAX_PICTURE_BODY, onError: refusePicture });
  const inTurn = createTurns();
  return createMiddleware<AppEnv>(async (c, next) => {
    const carriesPicture =
      c.req.method === 'POST' &&
      FOR_PICTURES.has(c.req.path.toLowerCase()) &&
      /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '');
    if (!carriesPicture) return small(c, next);
    return inTurn(c.get('clientAddress'), () => large(c, next) as Promise<Response | undefined>);
  });
}

// A form has nobody to read a problem document: it is shown again, with the sentence. A browser
// that is still sending takes an answer for a broken connection, so it is heard out first.
async function refusePicture(c: Context): Promise<Response> {
  const isForm = c.req.path.toLowerCase() !== '/uploads';
  if (!isForm) throw new AppError('picture_too_large', PICTURE_TOO_LARGE);
  const { body } = c.req.raw;
  if (body && !body.locked) await throwAway(body);
  // Where a form leads when it is done is in its address.
  const from = c.req.query('from');
  const params = new URLSearchParams({ picture: 'too_large', ...(from && { from }) });
  return c.redirect(`${c.req.path}?${params}`, 303);
}

async function throwAway(body: ReadableStream<Uint8Array>): Promise<void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_THROWN_AWAY) return;
  }
}

/** First come, first served, but nobody takes every turn. */
function createTurns() {
  const everyone = createSlots(AT_A_TIME, MAX_WAITING);
  const addresses = new Map<string, { slots: Slots; asking: number }>();
  return async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const own = addresses.get(address) ?? {
      slots: createSlots(OF_ONE_ADDRESS, MAX_WAITING),
      asking: 0,
    };
    addresses.set(address, own);
    own.asking += 1;
    try {
      return await own.slots(() => everyone(work));
    } finally {
      own.asking -= 1;
      if (own.asking === 0) addresses.delete(address);
    }
  };
}
