import { inTransaction, type Tx } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import { lockUserForUpdate, updateImage } from './accounts.store.ts';

/**
 * Sets or removes the image of an account. The account is locked while the new image is marked as
 * used and replaces the old one, so concurrent changes each release the image that they replaced.
 */
export async function replaceImage(
  ctx: Ctx,
  userId: string,
  url: string | null,
  images: {
    markImageUsed(url: string, tx: Tx): Promise<void>;
    releaseImage(url: string): Promise<void>;
  },
): Promise<void> {
  const before = await inTransaction(ctx.db, async (tx) => {
    const user = await lockUserForUpdate(tx, userId);
    // The account was deleted meanwhile.
    if (!user) return null;
    if (url) await images.markImageUsed(url, tx);
    await updateImage(tx, userId, url);
    return user.image;
  });
  if (!before || before === url) return;
  // The account shows the new image by now, so a failure here must not fail the request.
  await images
    .releaseImage(before)
    .catch((error: unknown) => ctx.log.error('profile.image', error));
}
