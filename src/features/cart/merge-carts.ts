import { inTransaction } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import type { Ctx } from '../context.ts';
import { MAX_LINES, MAX_QUANTITY } from './cart.schema.ts';
import { addUnits, deleteCart, ensureOpenCart, lockOpenCart, selectLines } from './cart.store.ts';
import { setMissingDestination } from './destination.store.ts';
import { hashCartToken } from './hash-cart-token.ts';

/**
 * Merges a guest's cart into the account's at sign-in. Quantities add up, cut to what is available.
 * The account's own shipping estimate wins over the guest's, and so do its lines where both together
 * are more than a cart may have: then the oldest of the guest's are left out. A second run does
 * nothing, because the guest's cart is gone.
 */
export async function mergeCarts(ctx: Ctx, userId: string, cartToken: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const guestCart = await lockOpenCart(tx, { tokenHash: hashCartToken(cartToken) });
    if (!guestCart) return;
    const lines = await selectLines(tx, guestCart.id);
    const accountCartId = await ensureOpenCart(
      tx,
      { userId },
      { id: newId('crt'), now: ctx.now() },
    );
    const ids = new Set((await selectLines(tx, accountCartId)).map(({ variantId }) => variantId));
    const kept = lines.toReversed().filter(({ variantId }) => {
      if (ids.has(variantId)) return true;
      return ids.size < MAX_LINES && ids.add(variantId);
    });
    for (const line of kept.toReversed()) {
      const cap = Math.max(1, Math.min(line.available, MAX_QUANTITY));
      await addUnits(tx, { cartId: accountCartId, ...line, cap, addedAt: ctx.now() });
    }
    const { city, zip, country, region } = guestCart;
    if (city) await setMissingDestination(tx, accountCartId, { city, zip, country, region });
    await deleteCart(tx, guestCart.id);
  });
}
