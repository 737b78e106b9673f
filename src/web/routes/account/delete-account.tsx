import { Form, useNavigation } from 'react-router';
import { PASSWORD_LENGTH } from '#features/accounts/account-fields.schema.ts';
import { signOut } from '#features/accounts/accounts.ts';
import { listOwnUnsentOrders } from '#features/orders/orders.ts';
import { deleteMyAccount, howToConfirm, MOST_UNSENT } from '#features/privacy/privacy.ts';
import { accountWords } from '../../components/account/account-fields.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { sharedNotices } from '../../components/page/shared-notices.ts';
import { withNotice } from '../../notices.ts';
import { refuse } from '../../posted-form.ts';
import {
  orErrorPage,
  orRefusal,
  readForm,
  redirectWithCookies,
  requireSignIn,
} from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/delete-account.ts';

export const meta = () => privatePage('Delete my account', 'Leaving the shop.');

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireSignIn(visit, url);
  const { ctx, actor } = visit;
  const [needed, unsent] = await orErrorPage(
    Promise.all([howToConfirm(ctx, actor), listOwnUnsentOrders(ctx, actor, MOST_UNSENT)]),
  );
  return { needed, unsent, hasMore: unsent.length === MOST_UNSENT };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireSignIn(visit, url);
  const posted = await readForm(context);
  const password = String(posted.get('password') ?? '');
  const unsent = String(posted.get('unsent') ?? '').split(' ');
  const { refusal } = await orRefusal(
    deleteMyAccount(visit.ctx, visit.actor, { password, unsent }),
  );
  if (refusal) return refuse(refusal);
  const { cookies } = await orErrorPage(signOut(visit.auth, request.headers));
  return redirectWithCookies(withNotice('/', sharedNotices, 'account-deleted'), cookies);
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction === '/account/delete';
  const { needed, unsent } = loaderData;
  const { form, field } = useCheckedForm({
    id: 'delete-account',
    fields: { password: accountWords.currentPassword },
    lastResult: null,
  });
  return (
    <FormPage title="Delete my account" intro="This cannot be undone.">
      <WhatHappens />
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      {unsent.length > 0 ? <Unsent {...loaderData} /> : null}
      {needed === 'sign-in' ? (
        <>
          <p className="mb-4">Please sign in once more, so that we know it is you.</p>
          <ButtonLink
            to={`/google?${new URLSearchParams({ from: '/account/delete' })}`}
            reloadDocument
            className="w-full"
          >
            Continue with Google
          </ButtonLink>
        </>
      ) : (
        <Form method="post" action="/account/delete" {...form} className="space-y-5">
          {needed === 'password' ? (
            <TextField
              field={field('password')}
              label="Current password"
              type="password"
              required
              maxLength={PASSWORD_LENGTH.max}
              autoComplete="current-password"
            />
          ) : null}
          {unsent.length > 0 ? <DoesWithout unsent={unsent} /> : null}
          <Button look="danger" pending={busy} className="w-full">
            Delete my account
          </Button>
        </Form>
      )}
      <p className="mt-6">
        <Link to="/account" className="link font-semibold">
          Keep it
        </Link>
      </p>
    </FormPage>
  );
}

/** The paid orders that nobody could send any more. */
function Unsent({
  unsent,
  hasMore,
}: Pick<Route.ComponentProps['loaderData'], 'unsent' | 'hasMore'>) {
  return (
    <Notice tone="danger" className="mb-6">
      <p>
        You paid for these orders, and you don’t have them yet. Without your account they can’t be
        sent or handed over.
      </p>
      <ul className="my-2 list-disc pl-5">
        {unsent.map(({ id, number }) => (
          <li key={id}>
            <Link to={`/myOrders/${id}`} className="link">
              Order {number}
            </Link>
          </li>
        ))}
        {hasMore ? (
          <li>
            <Link to="/myOrders" className="link">
              More in My Orders
            </Link>
          </li>
        ) : null}
      </ul>
      <p>Please wait for them, or write to us for a refund, before you delete your account.</p>
    </Notice>
  );
}

function DoesWithout({ unsent }: Pick<Route.ComponentProps['loaderData'], 'unsent'>) {
  return (
    <label className="flex cursor-pointer items-start gap-3">
      <input
        type="checkbox"
        name="unsent"
        value={unsent.map(({ id }) => id).join(' ')}
        required
        className="mt-1 size-5 shrink-0 accent-accent"
      />
      I do without these orders: they are not sent, and not refunded unless I ask for it before.
    </label>
  );
}

/** What is deleted and what stays. */
function WhatHappens() {
  return (
    <ul className="mb-6 list-disc space-y-2 pl-5">
      <li>Your profile, image, cart and devices are deleted at once.</li>
      <li>Orders that are not paid are cancelled.</li>
      <li>
        Paid orders stay in the shop's books, as the law requires, but without your name, email and
        address. If one has not reached you yet, or an exchange, please wait for it first.
      </li>
      <li>
        Invoices, credit notes and debit notes of what you paid stay as they are, with your name,
        email and address, because the law requires that too. Print those that you need before.
      </li>
    </ul>
  );
}
