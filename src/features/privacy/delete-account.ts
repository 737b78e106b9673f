import { inTransaction } from '#db/client.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import {
  endSurplusSessions,
  hasPassword,
  removeAccount,
  requireLiveSession,
  requireNotLastAdmin,
  requirePassword,
} from '../accounts/accounts.ts';
import type { Actor } from '../actor.ts';
import { forgetGuestDetails, lockCustomer } from '../checkout/checkout.ts';
import { forgetSender } from '../contact/contact.ts';
import type { Ctx } from '../context.ts';
import { releaseImage } from '../images/images.ts';
import {
  cancelOwnUnpaidOrders,
  forgetBuyer,
  listOwnUnsentOrders,
  takeOverGuestOrders,
} from '../orders/orders.ts';
import { forgetAccountEmails } from '../outbox/outbox.ts';
import { requireSession, requireUser } from '../permissions.ts';

/** Accounts without a password confirm by a sign-in that is this recent, in milliseconds. */
const LATELY_MS = 10 * MINUTE_MS;

/** What the caller has to prove before their account may be deleted. */
export async function howToConfirm(
  ctx: Ctx,
  actor: Actor,
): Promise<'password' | 'nothing' | 'sign-in'> {
  if (await hasPassword(ctx, requireUser(actor).id)) return 'password';
  const { createdAt } = requireSession(actor);
  return ctx.now().getTime() - createdAt.getTime() <= LATELY_MS ? 'nothing' : 'sign-in';
}

/** How many orders the page names that would not be sent. */
export const MOST_UNSENT = 20;

/**
 * Deletes the caller's account, with the guests' orders of its verified email. Cancels unpaid
 * orders and returns their stock first; then removes personal data from all orders. 409
 * `last_admin` for the last admin; 409 `already_paid`, and the account stays, when an unpaid order
 * turns out to be paid. 409 `order_changed` while paid orders are not sent that are not among the
 * `unsent`, whose ids the caller confirmed.
 */
export async function deleteMyAccount(
  ctx: Ctx,
  actor: Actor,
  shown: { password: string; unsent?: readonly string[] },
): Promise<void> {
  const user = requireUser(actor);
  const began = ctx.now();
  const needed = await howToConfirm(ctx, actor);
  if (needed === 'password') await requirePassword(ctx, user.id, shown.password);
  if (needed === 'sign-in') {
    throw new AppError('forbidden', 'Please sign in once more, then delete your account.');
  }
  await requireNotLastAdmin(ctx, actor);
  // Checked again, because checking a password takes a while and cancelled orders stay cancelled.
  await requireLiveSession(ctx, ctx.db, actor);
  // Those of its verified address, which nobody else can delete.
  await takeOverGuestOrders(ctx, user.id, { withUnpaid: true });
  await requireConfirmedUnsent(ctx, actor, shown.unsent ?? []);
  await cancelOwnUnpaidOrders(ctx, actor);
  await endSurplusSessions(ctx, user.id, { except: requireSession(actor).id });
  const { image } = await inTransaction(ctx.db, async (tx) => {
    await lockCustomer(tx, user.id);
    await requireLiveSession(ctx, tx, actor);
    const { count: orders, cartIds } = await forgetBuyer(tx, user.id, began);
    await forgetGuestDetails(tx, cartIds);
    await forgetAccountEmails(tx, user.email);
    if (user.emailVerified) await forgetSender(tx, user.email);
    return removeAccount(tx, user.id, { orders });
  });
  // The account is gone, so a failure from here on must not look as if it still existed.
  await ctx.mail.captured
    ?.forget(user.email)
    .catch((error: unknown) => ctx.log.error('captured-emails.forget', error));
  if (image) {
    await releaseImage(ctx, image).catch((error: unknown) => ctx.log.error('profile.image', error));
  }
}

/** The order that is paid meanwhile is refused by `forgetBuyer`. */
async function requireConfirmedUnsent(
  ctx: Ctx,
  actor: Actor,
  confirmed: readonly string[],
): Promise<void> {
  const unsent = await listOwnUnsentOrders(ctx, actor, MOST_UNSENT);
  if (unsent.every(({ id }) => confirmed.includes(id))) return;
  throw new AppError(
    'order_changed',
    'Orders that you paid for are not sent yet. Please look at them below, and confirm that you do without them.',
  );
}
