import { inTransaction } from '#db/client.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { changeLocked, lockRecord } from './edit-product.ts';

/**
 * Sets the low-stock level of a variant (admin); null for the shop's own. Of two at once, the later
 * one counts.
 */
export async function setLowStockLevel(
  ctx: Ctx,
  actor: Actor,
  { productId, variantId }: { productId: string; variantId: string },
  level: number | null,
): Promise<void> {
  const admin = requireAdmin(actor);
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockRecord(tx, productId);
    const variants = [{ _id: variantId, lowStockAt: level }];
    await changeLocked(ctx, tx, admin.id, before, { variants });
  });
}
