/** What a guest enters at checkout, and who orders a cart because of it. */
import { z } from 'zod';
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { email } from '../accounts/accounts.schema.ts';
import type { Actor } from '../actor.ts';
import { type Address, toAddress } from '../addresses/addresses.schema.ts';
import { addressInput } from '../addresses/addresses.ts';
import { type CartOwner, hashCartToken, lockGuestCart } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import { requireDelivery } from '../orders/orders.ts';
import { requireUser } from '../permissions.ts';
import { deleteCartGuests, selectCartGuest, upsertCartGuest } from './delivery.store.ts';
import { accountOrderer, type Orderer } from './unpaid-limits.ts';

export interface GuestDetails {
  email: string;
  address: Address;
}

/** The form of a guest: an email and an address. */
export const guestDetails = addressInput
  .and(z.object({ email }))
  .transform(({ email, ...address }): GuestDetails => ({ email, address }));

/** Whether the caller may check out: with an account, or as a guest where the shop allows it. */
export function mayCheckOut({ shop }: Pick<Ctx, 'shop'>, { user }: Pick<Actor, 'user'>): boolean {
  return user !== null || shop.guestCheckout;
}

/** What the caller entered for their cart; null before that, and for accounts. */
export async function findGuestDetails(
  ctx: Ctx,
  actor: Actor,
  cartId: string,
): Promise<GuestDetails | null> {
  const row = await findRow(ctx, actor, cartId);
  return row ? { email: row.email, address: toAddress(row) } : null;
}

/**
 * Stores a guest's email and address with their cart. 401 where guests may not order, 422
 * `no_delivery` for an address that the shop does not deliver to.
 */
export async function setGuestDetails(
  ctx: Ctx,
  actor: Actor,
  { email, address }: GuestDetails,
): Promise<void> {
  requireCheckOut(ctx, actor);
  await requireDelivery(ctx, ctx.db, address);
  await inTransaction(ctx.db, async (tx) => {
    const cartId = actor.cartToken && (await lockGuestCart(tx, actor.cartToken));
    if (!cartId) throw cartHasChanged();
    await upsertCartGuest(tx, { cartId, id: newId('adr'), email, ...address });
  });
}

/** Removes what guests entered for carts that became orders. */
export function forgetGuestDetails(tx: Tx, cartIds: string[]): Promise<void> {
  return deleteCartGuests(tx, cartIds);
}

/**
 * Who orders the caller's cart, and whose cart it is: the account, or the guest by what they
 * entered. It finds a cart that became an order too, so that a repeat finds that order.
 */
export async function findOrderer(
  ctx: Ctx,
  actor: Actor,
  cartId: string,
): Promise<{ orderer: Orderer; owner: CartOwner }> {
  if (actor.user) {
    return { orderer: accountOrderer(actor), owner: { userId: actor.user.id } };
  }
  requireCheckOut(ctx, actor);
  const entered = await findRow(ctx, actor, cartId);
  if (!entered || !actor.cartToken) throw cartHasChanged();
  const { email, recipient: name } = entered;
  const orderer = { userId: null, email, name, network: actor.network ?? null };
  return { orderer, owner: { tokenHash: hashCartToken(actor.cartToken) } };
}

function requireCheckOut(ctx: Ctx, actor: Actor): void {
  if (!mayCheckOut(ctx, actor)) requireUser(actor);
}

async function findRow(ctx: Ctx, { user, cartToken }: Actor, cartId: string) {
  if (user || !cartToken) return undefined;
  return selectCartGuest(ctx.db, cartId, hashCartToken(cartToken));
}

export function cartHasChanged(): AppError {
  return new AppError('invalid_request', 'Your cart has changed. Please look at it again.');
}
