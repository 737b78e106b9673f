import { Form, useNavigation } from 'react-router';
import { isVerificationLinkGood, verifyEmail } from '#features/accounts/accounts.ts';
import { OWN_LINK_ENDED } from '#features/accounts/emailed-links.schema.ts';
import { extendOwnHolds, takeOverGuestOrders } from '#features/orders/orders.ts';
import { accountNotices } from '../../components/page/account-notices.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { redirectWithNotice } from '../../notices.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireSignIn } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/verify-email.ts';

export const meta = () => privatePage('Your email address', 'Verifying an email address.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { email, emailVerified } = requireSignIn(visit, url);
  const token = url.searchParams.get('token') ?? '';
  const good = await orErrorPage(isVerificationLinkGood(visit.ctx, visit.actor, token));
  return { email, emailVerified, token, good };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  const { id } = requireSignIn(visit, url);
  const token = String((await readForm(context)).get('token') ?? '');
  const { refusal } = await orRefusal(verifyEmail(visit.ctx, visit.actor, token));
  if (!refusal) {
    await orErrorPage(takeOverGuestOrders(visit.ctx, id, { withUnpaid: true }));
    await orErrorPage(extendOwnHolds(visit.ctx, visit.actor));
    return redirectWithNotice('/account', accountNotices, 'email-verified');
  }
  return refuse(refusal);
}

/** Needs a click, because email programs open links by themselves. */
export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle';
  const { email, emailVerified, token, good } = loaderData;
  if (emailVerified) {
    return (
      <FormPage title="Your email address is verified" intro={email}>
        <ButtonLink to="/account">To your account</ButtonLink>
      </FormPage>
    );
  }
  if (!good || actionData) {
    return (
      <FormPage title="That link is no longer valid">
        <Notice tone="danger" className="mb-6">
          {actionData?.message ?? `It ${OWN_LINK_ENDED}`}
        </Notice>
        <ButtonLink to="/account">Send a new one</ButtonLink>
      </FormPage>
    );
  }
  return (
    <FormPage title="Is this your email address?" intro={email}>
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <Button look="accent" pending={busy} className="w-full">
          Yes, it is mine
        </Button>
      </Form>
    </FormPage>
  );
}
