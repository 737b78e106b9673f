import { parseWithZod } from '@conform-to/zod/v4';
import { data, Form, useNavigation } from 'react-router';
import { newPassword } from '#features/accounts/accounts.schema.ts';
import { isResetLinkGood, resetPassword } from '#features/accounts/accounts.ts';
import { removeUnprovenData } from '#features/privacy/privacy.ts';
import { accountWords, newPasswordField } from '../../components/account/account-fields.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import {
  orErrorPage,
  orRefusal,
  readForm,
  redirectWithCookies,
  refusalInit,
} from '../../respond.ts';
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
  const submission = parseWithZod(form, { schema: newPassword });
  const hideFields = ['password'];
  if (submission.status !== 'success') {
    return data(submission.reply({ hideFields }), { status: 422 });
  }
  const { password } = submission.value;
  const { value, refusal } = await orRefusal(
    resetPassword(ctx, auth, { token, password, onFirstProof: removeUnprovenData }),
  );
  if (!refusal) return redirectWithCookies('/login?notice=password-reset', value.cookies);
  const reply = submission.reply({ formErrors: [refusal.message], hideFields });
  return data(reply, refusalInit(refusal));
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction?.startsWith('/resetPassword');
  const { token, good } = loaderData;
  const { form, field, formErrors } = useCheckedForm({
    id: 'reset-password',
    fields: { password: accountWords.newPassword },
    lastResult: actionData,
  });
  if (!good && !actionData) {
    return (
      <FormPage
        title="That link is no longer valid"
        intro="It has already been used, or is more than an hour old."
      >
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
