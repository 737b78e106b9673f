import { lockInTransaction, type Tx } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import { toAddress } from '../addresses/addresses.schema.ts';
import { holdsLines, lockOrOpenCart, returnToCart } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import { toEstimate } from '../delivery/delivery.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  orderCancelled,
  ordersOfGuest,
  viewOrder,
  withdrawOrder,
  withOwnPaymentStopped,
} from '../orders/orders.ts';
import { requireUser } from '../permissions.ts';
import { copyCartAddresses, upsertCartGuest } from './delivery.store.ts';
import { mayCheckOut } from './guest-details.ts';
import { lockCustomer } from './unpaid-limits.ts';

/**
 * Turns the customer's own unpaid order back into a cart, so that it can be changed. Stops its payment
 * first. Then it cancels the order and puts its lines into the cart, in one transaction. What was
 * chosen for delivery comes back where the cart has no choice, and a guest's email and address too. A
 * repeat leaves the cart as it is. 409 when the order was paid or closed meanwhile, or went into a
 * cart that is not the caller's. 401 for guests who could not order the cart again.
 */
export async function reopenOrder(ctx: Ctx, actor: Actor, orderId: string): Promise<void> {
  if (!mayCheckOut(ctx, actor)) requireUser(actor);
  const order = await viewOrder(ctx, orderId);
  await withOwnPaymentStopped(ctx, actor, orderId, async (tx, { customer, stopped }) => {
    // The same order of locks as in placing: customer, cart, then what cancelling locks.
    if (actor.user) await lockCustomer(tx, actor.user.id);
    if (order.isGuest) await lockInTransaction(tx, ordersOfGuest(order.email));
    const cartId = await lockOrOpenCart(ctx, tx, actor);
    const withdrawn = await withdrawOrder(ctx, tx, customer, { id: orderId, stopped });
    if (withdrawn) {
      const { lines, city, zip, address } = order;
      const to = address ? toEstimate(ctx, address) : { city, zip };
      const from = withdrawn.cartId;
      await returnToCart(ctx, tx, cartId, { lines, to, from });
      if (from && actor.user) await copyCartAddresses(tx, from, cartId);
      if (!actor.user) await returnGuestDetails(tx, cartId, order);
    } else if (!(await holdsLines(tx, cartId, order.lines))) {
      // Every guest with its link is its customer, and each browser has a cart of its own.
      throw orderCancelled();
    }
  });
}

async function returnGuestDetails(tx: Tx, cartId: string, { email, address }: OrderView) {
  if (!address) return;
  await upsertCartGuest(tx, { cartId, id: newId('adr'), email, ...toAddress(address) });
}
