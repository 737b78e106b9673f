import { data, Form, useNavigation } from 'react-router';
import { newPassword } from '#features/accounts/accounts.schema.ts';
import { isResetLinkGood, resetPassword } from '#features/accounts/accounts.ts';
import { LINK_ENDED } from '#features/accounts/emailed-links.schema.ts';
import { removeUnprovenData } from '#features/privacy/privacy.ts';
import { accountWords, newPasswordField } from '../../components/account/account-fields.ts';
import { accountNotices } from '../../components/page/account-notices.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { withNotice } from '../../notices.ts';
import { submitForm } from '../../posted-form.ts';
import { orErrorPage, readForm, redirectWithCookies } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/reset-password.ts';

export const meta = () => privatePage('New password', 'Choosing a new password by email.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? '';
  return { token, good: await orErrorPage(isResetLinkGood(visitOf(context).ctx, token)) };
}

export async function action({ context }: Route.ActionArgs) {
  const { ctx, auth } = visitOf(context);
  const form = await readForm(context);
  const token = String(form.get('token') ?? '');
  const { value, refused } = await submitForm(
    form,
    newPassword,
    ({ password }) =>
      resetPassword(ctx, auth, { token, password, onFirstProof: removeUnprovenData }),
    { hideFields: ['password'] },
  );
  if (refused) return data({ result: refused.result }, refused.init);
  return redirectWithCookies(withNotice('/login', accountNotices, 'password-reset'), value.cookies);
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction?.startsWith('/resetPassword');
  const { token, good } = loaderData;
  const { form, field, formErrors } = useCheckedForm({
    id: 'reset-password',
    fields: { password: accountWords.newPassword },
    lastResult: actionData?.result,
  });
  if (!good && !actionData) {
    return (
      <FormPage title="That link is no longer valid" intro={`It ${LINK_ENDED}`}>
        <ButtonLink to="/forgotPassword" look="accent" className="w-full">
          Send a new link
        </ButtonLink>
      </FormPage>
    );
  }
  return (
    <FormPage
      title="Choose a new password"
      intro="This signs out all devices that are signed in to your account."
    >
      <Form
        method="post"
        action={`/resetPassword?${new URLSearchParams({ token })}`}
        {...form}
        className="space-y-5"
      >
        <input type="hidden" name="token" value={token} />
        <FormErrors errors={formErrors} />
        <TextField field={field('password')} label="New password" {...newPasswordField} />
        <Button look="accent" pending={busy} className="w-full">
          Change password
        </Button>
      </Form>
    </FormPage>
  );
}
