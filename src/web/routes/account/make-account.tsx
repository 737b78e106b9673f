import { data, redirect } from 'react-router';
import { newPassword } from '#features/accounts/accounts.schema.ts';
import { signUp } from '#features/accounts/accounts.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { viewOwnOrder } from '#features/orders/orders.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { requireCustomerOf } from '../../guest-guards.ts';
import { withNotice } from '../../notices.ts';
import { submitForm } from '../../posted-form.ts';
import { orErrorPage, readForm, redirectWithCookies } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import type { Route } from './+types/make-account.ts';
import { PasswordForm } from './make-account/password-form.tsx';
import { guestNotices } from './order/guest-notices.ts';

export const meta = () => privatePage('Make an account', 'An account for your orders.');

/** The form of the page of a guest's order, shown by itself after a refusal. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { id: orderId, email } = await requireGuestOrder(visit, url, params.orderId);
  return { orderId, email };
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

/** Registers the email and the name of the order, and signs in. */
export async function action({ params, request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  const { id, email, name } = await requireGuestOrder(visit, url, params.orderId);
  const { value, refused } = await submitForm(
    await readForm(context),
    newPassword,
    ({ password }) => signUp(visit.auth, { email, name, password }, request.headers),
    { hideFields: ['password'] },
  );
  if (refused) return data({ result: refused.result }, refused.init);
  return redirectWithCookies(
    withNotice(`/myOrders/${id}`, guestNotices, 'account-made'),
    value.cookies,
  );
}

/** Returns the guest's order; redirects who has an account to the page of the order. */
async function requireGuestOrder(visit: Visit, url: URL, orderId: string): Promise<OrderView> {
  await requireCustomerOf(visit, url, orderId);
  const order = await orErrorPage(viewOwnOrder(visit.ctx, visit.actor, orderId));
  if (!order.isGuest || visit.actor.user) throw redirect(`/myOrders/${orderId}`);
  return order;
}

export default function MakeAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormPage title="Make an account">
      <PasswordForm {...loaderData} lastResult={actionData?.result} />
    </FormPage>
  );
}
