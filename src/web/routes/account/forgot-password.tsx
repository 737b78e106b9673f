import { parseWithZod } from '@conform-to/zod/v4';
import { data, Form, useNavigation } from 'react-router';
import { resetRequest } from '#features/accounts/accounts.schema.ts';
import { requestPasswordReset } from '#features/accounts/accounts.ts';
import { accountWords } from '../../components/account/account-fields.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orRefusal, readForm, refusalInit } from '../../respond.ts';
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
  const submission = parseWithZod(await readForm(context), { schema: resetRequest });
  if (submission.status !== 'success') {
    return data({ result: submission.reply(), sent: false }, { status: 422 });
  }
  const { email } = submission.value;
  const { refusal } = await orRefusal(requestPasswordReset(ctx, { email, address, baseUrl }));
  if (!refusal) return data({ result: submission.reply({ resetForm: true }), sent: true });
  const result = submission.reply({ formErrors: [refusal.message] });
  return data({ result, sent: false }, refusalInit(refusal));
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
            works for an hour.
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
