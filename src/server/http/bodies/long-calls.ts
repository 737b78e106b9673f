import type { Context } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import type { VisitorReader } from '#features/visitors/visitors.ts';
import { declaredSize, LARGE_PACE } from './receive-body.ts';
import { createSmallBodies, MAX_BODY, type ReadSmallBody } from './small-bodies.ts';
import { requireStaff } from './staff-senders.ts';

/** The calls of staff whose JSON may be longer than that of others. */
const LONG_CALLS =
  /^\/api\/v1\/(?:bulk-edits(?:\/preview)?|stock-counts|pages(?:\/[^/]+)?|products\/[^/]+)$/i;
/**
 * Enough for 5,000 variants with every field: some 0.7 MB, and for a product with the most variants
 * and the longest details.
 */
export const MAX_LONG_CALL = 2 * 1024 * 1024;
/** How many long bodies arrive at a time. */
const ARRIVALS = 4;

/** Whether the body of a call may be as long as an edit of products, a count or a page. */
export function isLongCall(c: Context<AppEnv>): boolean {
  return /^(?:POST|PATCH)$/.test(c.req.method) && LONG_CALLS.test(c.req.path);
}

/**
 * Reads the body of a call into memory. Of a long body, it reads nothing unless a staff member
 * sends it: 401 for guests, 403 for customers. `readSmall` reads all other bodies, also those that
 * say that they are short: many edits of a product at a time must not wait for the places of long
 * bodies.
 */
export function createCallBodies(visitors: VisitorReader, readSmall: ReadSmallBody): ReadSmallBody {
  const read = createSmallBodies({
    mostBytes: MAX_LONG_CALL,
    pace: LARGE_PACE,
    arrivals: ARRIVALS,
  });
  return async (c) => {
    if (!isLongCall(c) || declaredSize(c) <= MAX_BODY) return readSmall(c);
    await requireStaff(c, visitors);
    return read(c);
  };
}
