import { data, Form, useNavigation } from 'react-router';
import { resetRequest } from '#features/accounts/accounts.schema.ts';
import { requestPasswordReset } from '#features/accounts/accounts.ts';
import { LINK_LASTS } from '#features/accounts/emailed-links.schema.ts';
import { accountWords } from '../../components/account/account-fields.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { RESET_FORM, submitForm } from '../../posted-form.ts';
import { readForm } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/forgot-password.ts';

export const meta = () => privatePage('Forgot password', 'Choosing a new password by email.');

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export async function action({ context }: Route.ActionArgs) {
  const { ctx, address, baseUrl } = visitOf(context);
  const { refused } = await submitForm(await readForm(context), resetRequest, ({ email }) =>
    requestPasswordReset(ctx, { email, address, baseUrl }),
  );
  if (refused) return data({ result: refused.result, sent: false }, refused.init);
  return data({ result: RESET_FORM, sent: true });
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction === '/forgotPassword';
  const { form, field, formErrors } = useCheckedForm({
    id: 'forgot-password',
    fields: { email: accountWords.email },
    lastResult: actionData?.result,
  });
  return (
    <FormPage
      title="Forgot password?"
      intro="Enter the email address of your account. We will send you a link to choose a new password."
    >
      <Form method="post" action="/forgotPassword" {...form} className="space-y-5">
        {actionData?.sent ? (
          <Notice tone="success">
            If there is an account with that address, an email is on its way to it. The link in it
            works for {LINK_LASTS}.
          </Notice>
        ) : null}
        <FormErrors errors={formErrors} />
        <TextField
          field={field('email')}
          label="Email"
          type="email"
          required
          autoComplete="username"
        />
        <Button look="accent" pending={busy} className="w-full">
          Send the link
        </Button>
      </Form>
      <p className="mt-6 text-ink-soft">
        <Link to="/login" className="link font-semibold">
          Back to log in
        </Link>
      </p>
    </FormPage>
  );
}
