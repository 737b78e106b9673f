import { inTransaction, type Tx } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import { lockUser, updateImage } from './accounts.store.ts';

/**
 * Has an account show this image from now on, or none. The account is locked while the image is
 * marked as used and takes the place of the one before: of several at once, each lets go of what it
 * replaced itself.
 */
export async function replaceImage(
  ctx: Ctx,
  userId: string,
  url: string | null,
  images: {
    keepImage(url: string, tx: Tx): Promise<void>;
    releaseImage(url: string): Promise<void>;
  },
): Promise<void> {
  const before = await inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, userId);
    // An account that was deleted meanwhile shows nothing.
    if (!user) return null;
    if (url) await images.keepImage(url, tx);
    await updateImage(tx, userId, url);
    return user.image;
  });
  if (!before || before === url) return;
  // The account shows the new one by now, which must not look as if it had failed.
  await images
    .releaseImage(before)
    .catch((error: unknown) => ctx.log.error('profile.image', error));
}
