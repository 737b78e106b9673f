/**
 * Owns what a person may ask about themselves: everything the shop knows of them, and to be
 * forgotten. Promises: an account goes whole or not at all; orders stay in the books without the
 * person; nobody gets or loses what belongs to an address that they have not shown to be theirs.
 */
import { inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import {
  describeAccess,
  hasPassword,
  removeAccount,
  requireLeave,
  requireLiveSession,
  requirePassword,
} from '../accounts/accounts.ts';
import { type Actor, requireSession, requireUser } from '../actor.ts';
import { findSavedDestination, getCart } from '../cart/cart.ts';
import { lockShopper } from '../checkout/checkout.ts';
import { forgetSender, listMessagesFrom } from '../contact/contact.ts';
import type { Ctx } from '../context.ts';
import { releaseImage } from '../images/images.ts';
import { toOrderJson } from '../orders/order-json.ts';
import { cancelOwnUnpaidOrders, forgetBuyer, listEveryOwnOrder } from '../orders/orders.ts';
import { forgetAccountEmails } from '../outbox/outbox.ts';

/** Who has no password shows who they are by having signed in so lately, in milliseconds. */
const LATELY_MS = 10 * 60_000;

/** Everything the shop knows of the caller, without what would open the account. */
export async function exportMyData(ctx: Ctx, actor: Actor): Promise<Record<string, unknown>> {
  const { id, email, name, image, role, emailVerified } = requireUser(actor);
  const { createdAt, providers, sessions } = await describeAccess(ctx, actor);
  const orders = await listEveryOwnOrder(ctx, actor);
  const { lines, city, zip } = await getCart(ctx, actor);
  return {
    exportedAt: ctx.now(),
    profile: { id, email, emailVerified, name, image, role, createdAt, signsInWith: providers },
    sessions,
    orders: orders.map(toOrderJson),
    cart: {
      city,
      zip,
      lines: lines.map(({ productId, sku, quantity, ...line }) => ({
        productId,
        sku,
        name: line.name,
        quantity,
      })),
    },
    savedDestination: await findSavedDestination(ctx, actor),
    // Anyone may have registered with this address; what was written from it is its owner's.
    contactMessages: emailVerified ? await listMessagesFrom(ctx, email) : [],
  };
}

/** What has to be shown before the caller's account may be deleted. */
export async function howToConfirm(
  ctx: Ctx,
  actor: Actor,
): Promise<'password' | 'nothing' | 'sign-in'> {
  if (await hasPassword(ctx, requireUser(actor).id)) return 'password';
  const { createdAt } = requireSession(actor);
  return ctx.now().getTime() - createdAt.getTime() <= LATELY_MS ? 'nothing' : 'sign-in';
}

/**
 * Deletes the caller's account. Unpaid orders are cancelled and restocked first; all orders then
 * stay without the person. 409 `last_admin` for the last admin.
 */
export async function deleteMyAccount(
  ctx: Ctx,
  actor: Actor,
  shown: { password: string },
): Promise<void> {
  const user = requireUser(actor);
  const needed = await howToConfirm(ctx, actor);
  if (needed === 'password') await requirePassword(ctx, user.id, shown.password);
  if (needed === 'sign-in') {
    throw new AppError('forbidden', 'Please sign in once more, then delete your account.');
  }
  await requireLeave(ctx, actor);
  // Checking a password takes a while, and cancelled orders stay cancelled.
  await requireLiveSession(ctx, ctx.db, actor);
  await cancelOwnUnpaidOrders(ctx, actor);
  const { image } = await inTransaction(ctx.db, async (tx) => {
    await lockShopper(tx, user.id);
    await requireLiveSession(ctx, tx, actor);
    const orders = await forgetBuyer(tx, user.id);
    await forgetAccountEmails(tx, user.email);
    if (user.emailVerified) await forgetSender(tx, user.email);
    return removeAccount(tx, user.id, { orders });
  });
  // The account is gone: what is left of it elsewhere must not look as if it were not.
  await ctx.mail.captured
    ?.forget(user.email)
    .catch((error: unknown) => ctx.log.error('captured-emails.forget', error));
  if (image) {
    await releaseImage(ctx, image).catch((error: unknown) => ctx.log.error('profile.image', error));
  }
}
