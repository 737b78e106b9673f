import { inTransaction } from '#db/client.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import type { Ctx } from '../../context.ts';
import { deleteUnusedSpellings, tryLockSpellings } from './product-tags.store.ts';

/** The spellings are looked at in so many parts, one a minute: each within a day. A power of two. */
const PARTS = 1_024;

/**
 * Deletes the spellings of tags that no product has any more. Does nothing while somebody adds tags,
 * and looks at that part again a day later.
 */
export async function forgetTags(ctx: Ctx): Promise<void> {
  const part = Math.floor(ctx.now().getTime() / MINUTE_MS) % PARTS;
  await inTransaction(ctx.db, async (tx) => {
    if (await tryLockSpellings(tx)) await deleteUnusedSpellings(tx, part, PARTS);
  });
}
