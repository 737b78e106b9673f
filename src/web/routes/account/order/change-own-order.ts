import { data } from 'react-router';
import { newPassword } from '#features/accounts/accounts.schema.ts';
import { signUp } from '#features/accounts/accounts.ts';
import { requireUser } from '#features/actor.ts';
import { buyAgain } from '#features/checkout/checkout.ts';
import { cancelOwnOrder } from '#features/fulfillment/fulfillment.ts';
import { deleteOrder, takeOverGuestOrders, viewOwnOrder } from '#features/orders/orders.ts';
import { AppError } from '#shared/errors.ts';
import { orRefusal, redirectWithCookies, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';

/** A form of the page, and the headers of its request. */
interface Posted {
  form: FormData;
  headers: Headers;
}

/** Does what a form of the page asks for. Redirects, or returns the message of a refusal. */
export async function changeOwnOrder(visit: Visit, orderId: string, posted: Posted) {
  const { value, refusal } = await orRefusal(change(visit, orderId, posted));
  if (refusal) return data({ message: refusal.message }, refusalInit(refusal));
  throw redirectWithCookies(value.to, value.cookies ?? []);
}

/** Where the page that shows the result is, and the cookies of a sign-up. */
interface Result {
  to: string;
  cookies?: string[];
}

async function change(visit: Visit, orderId: string, { form, headers }: Posted): Promise<Result> {
  const { ctx, actor } = visit;
  const page = `/myOrders/${orderId}`;
  switch (form.get('intent')) {
    case 'again': {
      const found = await buyAgain(ctx, actor, orderId);
      if (found === 'none') {
        throw new AppError('out_of_stock', 'None of these items can be bought at the moment.');
      }
      visit.keepCartCookie();
      return { to: found === 'all' ? '/shoppingCart' : '/shoppingCart?notice=added-fewer' };
    }
    case 'cancel-pending': {
      const { isGuest } = await viewOwnOrder(ctx, actor, orderId);
      await deleteOrder(ctx, actor, orderId, { shown: 'pending' });
      if (isGuest) return { to: `${page}?notice=guest-order-cancelled` };
      // The order leaves My Orders, where the deletion can be undone.
      return { to: `/myOrders?notice=order-cancelled&undo=${orderId}` };
    }
    case 'cancel-paid':
      return {
        to: `${page}?notice=cancelled-${(await cancelOwnOrder(ctx, actor, orderId)).refund}`,
      };
    case 'make-account':
      return {
        to: `${page}?notice=account-made`,
        cookies: await makeAccount(visit, orderId, { form, headers }),
      };
    case 'take-over':
      await takeOverGuestOrders(ctx, requireUser(actor).id, { withUnpaid: true });
      return { to: `${page}?notice=order-taken-over` };
    default:
      throw new AppError('invalid_request', 'Please reload the page and try again.');
  }
}

/** Registers the email and the name of a guest's order; returns the cookies of the sign-in. */
async function makeAccount(
  { ctx, actor, auth }: Visit,
  orderId: string,
  { form, headers }: Posted,
): Promise<string[]> {
  const { email, name, isGuest } = await viewOwnOrder(ctx, actor, orderId);
  if (!isGuest || actor.user) {
    throw new AppError('invalid_request', 'Please reload the page and try again.');
  }
  const password = newPassword.safeParse({ password: form.get('password') });
  if (!password.success) {
    const sentence = password.error.issues[0]?.message ?? 'A password is needed.';
    throw new AppError('invalid_request', sentence);
  }
  return (await signUp(auth, { email, name, ...password.data }, headers)).cookies;
}
