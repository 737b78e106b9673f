/** Guards of pages that guests may see where the shop takes their orders. */
import type { SignedInUser } from '#features/actor.ts';
import { mayCheckOut } from '#features/checkout/checkout.ts';
import { isGuestOf, mayHaveGuestOrders } from '#features/orders/orders.ts';
import { AppError } from '#shared/errors.ts';
import { orErrorPage, redirectToSignIn } from './respond.ts';
import type { Visit } from './shop-context.ts';

/**
 * Returns the signed-in user; null for a guest where guests may order; redirects other guests to
 * sign in and back.
 */
export function requireCheckOut({ ctx, actor }: Visit, url: URL): SignedInUser | null {
  if (mayCheckOut(ctx, actor)) return actor.user;
  throw redirectToSignIn(url);
}

/**
 * Responds as for an unknown page in a shop without orders of guests. They stay when guests may not
 * order any more.
 */
export async function requireGuestOrders({ ctx }: Visit): Promise<void> {
  if (await mayHaveGuestOrders(ctx)) return;
  await orErrorPage(Promise.reject(new AppError('not_found', 'There is no such page.')));
}

/** Redirects guests to sign in and back, except those whose browser has a link of the order. */
export async function requireCustomerOf(
  { ctx, actor }: Visit,
  url: URL,
  orderId: string,
): Promise<void> {
  if (actor.user || (await isGuestOf(ctx, actor, orderId))) return;
  throw redirectToSignIn(url);
}
