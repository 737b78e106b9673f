import { data, Form, useNavigation } from 'react-router';
import { PASSWORD_LENGTH } from '#features/accounts/account-fields.schema.ts';
import { emailChange } from '#features/accounts/accounts.schema.ts';
import {
  changeEmail,
  findEmailChange,
  hasFixedEmail,
  hasPassword,
  requestEmailChange,
} from '#features/accounts/accounts.ts';
import { LINK_LASTS, OWN_LINK_ENDED } from '#features/accounts/emailed-links.schema.ts';
import { extendOwnHolds, takeOverGuestOrders } from '#features/orders/orders.ts';
import { moveToNewEmail } from '#features/privacy/privacy.ts';
import { accountWords } from '../../components/account/account-fields.ts';
import { accountNotices } from '../../components/page/account-notices.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { withNotice } from '../../notices.ts';
import { RESET_FORM, refuse, submitForm } from '../../posted-form.ts';
import {
  orErrorPage,
  orRefusal,
  readForm,
  redirectWithCookies,
  requireSignIn,
} from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type FormResult, useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/change-email.ts';

const PATH = '/account/email';

export const meta = () => privatePage('Change email address', 'Another email address.');

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { ctx, actor } = visit;
  const { id, email } = requireSignIn(visit, url);
  const token = url.searchParams.get('token');
  return {
    email,
    isFixed: hasFixedEmail({ email }),
    hasPassword: await orErrorPage(hasPassword(ctx, id)),
    token,
    newEmail: token === null ? null : await orErrorPage(findEmailChange(ctx, actor, token)),
  };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  const { id } = requireSignIn(visit, url);
  const form = await readForm(context);
  const token = form.get('token');
  if (token === null) return sendLink(visit, form);
  const change = { token: String(token), moveData: moveToNewEmail };
  const { refusal, value } = await orRefusal(
    changeEmail(visit.ctx, visit.auth, visit.actor, change),
  );
  if (refusal) return refuse(refusal, { result: null, sentTo: null });
  await orErrorPage(takeOverGuestOrders(visit.ctx, id, { withUnpaid: true }));
  await orErrorPage(extendOwnHolds(visit.ctx, visit.actor));
  return redirectWithCookies(
    withNotice('/account', accountNotices, 'email-changed'),
    value.cookies,
  );
}

async function sendLink({ ctx, actor, baseUrl }: Visit, form: FormData) {
  const { value: sentTo, refused } = await submitForm(
    form,
    emailChange,
    async ({ email, current }) => {
      await requestEmailChange(ctx, actor, { email, password: current, baseUrl });
      return email;
    },
    { hideFields: ['current'] },
  );
  if (refused) return data({ result: refused.result, sentTo: null, message: null }, refused.init);
  return data({ result: RESET_FORM, sentTo, message: null });
}

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, token, newEmail } = loaderData;
  if (token !== null) {
    return <FollowLink {...{ email, token, newEmail }} message={actionData?.message ?? null} />;
  }
  return (
    <FormPage title="Change email address" intro={`Your account has ${email} now.`}>
      {loaderData.isFixed ? (
        <p>The accounts of the demo shop keep their email addresses. Register one of your own.</p>
      ) : loaderData.hasPassword ? (
        <EmailForm result={actionData?.result} sentTo={actionData?.sentTo ?? null} />
      ) : (
        <>
          <p className="mb-4">
            You sign in with Google. Please choose a password first; then you can change the address
            here.
          </p>
          <ButtonLink to="/forgotPassword" className="w-full">
            Choose a password
          </ButtonLink>
        </>
      )}
      <p className="mt-6">
        <Link to="/account" className="link font-semibold">
          Back to your account
        </Link>
      </p>
    </FormPage>
  );
}

function EmailForm({ result, sentTo }: { result: FormResult; sentTo: string | null }) {
  const busy = useNavigation().formAction === PATH;
  const { form, field, formErrors } = useCheckedForm({
    id: 'change-email',
    fields: { email: accountWords.email, current: accountWords.currentPassword },
    lastResult: result,
  });
  return (
    <Form method="post" action={PATH} {...form} className="space-y-5">
      {sentTo ? (
        <Notice tone="success" className="wrap-anywhere">
          An email is on its way to {sentTo}, unless an account has that address. Follow the link in
          it within {LINK_LASTS}, where you are signed in; until then, nothing changes.
        </Notice>
      ) : null}
      <FormErrors errors={formErrors} />
      <TextField
        field={field('email')}
        label="New email address"
        type="email"
        required
        autoComplete="email"
      />
      <TextField
        field={field('current')}
        label="Current password"
        type="password"
        required
        maxLength={PASSWORD_LENGTH.max}
        autoComplete="current-password"
      />
      <Button look="accent" pending={busy} className="w-full">
        Send the link
      </Button>
    </Form>
  );
}

interface Followed {
  /** The address of now. */
  email: string;
  token: string;
  newEmail: string | null;
  /** Why the link did not work. */
  message: string | null;
}

/** Needs a click, because email programs open links by themselves. */
function FollowLink({ email, token, newEmail, message }: Followed) {
  const busy = useNavigation().state !== 'idle';
  if (newEmail === null || message) {
    return (
      <FormPage title="That link is no longer valid">
        <Notice tone="danger" className="mb-6">
          {message ?? `It ${OWN_LINK_ENDED}`}
        </Notice>
        <ButtonLink to={PATH}>Send a new one</ButtonLink>
      </FormPage>
    );
  }
  return (
    <FormPage title="Use this email address?" intro={newEmail}>
      <p className="mb-6 wrap-anywhere">
        It replaces {email}. You will sign in with it and your password, our emails will go there,
        and all other devices will be signed out. Signing in with Google ends, too.
      </p>
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <Button look="accent" pending={busy} className="w-full">
          Use this address
        </Button>
      </Form>
      <p className="mt-6">
        <Link to="/account" className="link font-semibold">
          Keep the address
        </Link>
      </p>
    </FormPage>
  );
}
