/** Guards of pages that guests may see where the shop takes their orders. */
import { redirect } from 'react-router';
import type { SignedInUser } from '#features/actor.ts';
import { mayCheckOut } from '#features/checkout/checkout.ts';
import { findOwnReplacement, isGuestOf, mayHaveGuestOrders } from '#features/orders/orders.ts';
import { AppError } from '#shared/errors.ts';
import { orErrorPage, signInNeeded } from './respond.ts';
import type { Visit } from './shop-context.ts';

/**
 * Returns the signed-in user; null for a guest where guests may order; redirects other guests to
 * sign in and back.
 */
export function requireCheckOut(visit: Visit, url: URL): SignedInUser | null {
  const { ctx, actor } = visit;
  if (mayCheckOut(ctx, actor)) return actor.user;
  throw signInNeeded(visit, url);
}

/**
 * Responds as for an unknown page in a shop without orders of guests. They stay when guests may not
 * order any more.
 */
export async function requireGuestOrders({ ctx }: Visit): Promise<void> {
  if (await mayHaveGuestOrders(ctx)) return;
  await orErrorPage(Promise.reject(new AppError('not_found', 'There is no such page.')));
}

/**
 * Redirects guests to sign in and back, except those whose browser has a link of the order. Its
 * links open the order that replaces it, so those guests are redirected to the same page of that.
 */
export async function requireCustomerOf(visit: Visit, url: URL, orderId: string): Promise<void> {
  const { ctx, actor } = visit;
  if (actor.user || (await isGuestOf(ctx, actor, orderId))) return;
  const replacement = await findOwnReplacement(ctx, actor, orderId);
  if (replacement) throw redirect(url.pathname.replace(orderId, replacement));
  throw signInNeeded(visit, url);
}
