import { inTransaction } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import type { Ctx } from '../context.ts';
import { MAX_QUANTITY } from './cart.schema.ts';
import { addUnits, deleteCart, ensureOpenCart, lockOpenCart, selectLines } from './cart.store.ts';
import { setMissingDestination } from './destination.store.ts';
import { hashCartToken } from './hash-cart-token.ts';

/**
 * Merges a guest's cart into the account's at sign-in. Quantities add up, cut to what is available.
 * The account's own shipping estimate wins over the guest's. A second run does nothing, because the
 * guest's cart is gone.
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
    for (const line of lines) {
      const cap = Math.max(1, Math.min(line.available, MAX_QUANTITY));
      await addUnits(tx, { cartId: accountCartId, ...line, cap, addedAt: ctx.now() });
    }
    const { city, zip } = guestCart;
    if (city && zip) await setMissingDestination(tx, accountCartId, { city, zip });
    await deleteCart(tx, guestCart.id);
  });
}
