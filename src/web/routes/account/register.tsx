import { parseWithZod } from '@conform-to/zod/v4';
import { data, Form, Link, useNavigation } from 'react-router';
import { registration } from '#features/accounts/accounts.schema.ts';
import { signUp } from '#features/accounts/accounts.ts';
import { safeReturnPath } from '#features/accounts/return-path.ts';
import { accountWords } from '../../components/account-fields.ts';
import { AccountFormPage } from '../../components/account-form-page.tsx';
import { pageTitle } from '../../components/page-title.ts';
import { pageHead } from '../../head/page-head.ts';
import { orRefusal, readForm, redirectWithCookies, requireVisitor } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/register.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle('Register');

export function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { from } = requireVisitor(visit, url);
  const head = pageHead(visit, {
    title: 'Register',
    description: 'An account keeps your cart and your orders together.',
    path: '/register',
    // One for each page that leads here.
    noIndex: url.searchParams.has('from'),
  });
  return { from, head };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = visitOf(context);
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: registration });
  if (submission.status !== 'success') {
    return data(submission.reply({ hideFields: ['password'] }), { status: 422 });
  }
  const { value, refusal } = await orRefusal(signUp(auth, submission.value, request.headers));
  if (!refusal) return redirectWithCookies(safeReturnPath(form.get('from')), value.cookies);
  return data(submission.reply({ formErrors: [refusal.message], hideFields: ['password'] }), {
    status: refusal.status,
  });
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction === '/register';
  const { from } = loaderData;
  const { form, field, formErrors } = useCheckedForm({
    id: 'register',
    fields: {
      name: accountWords.name,
      email: accountWords.email,
      password: accountWords.newPassword,
    },
    lastResult: actionData,
  });
  return (
    <AccountFormPage title="Register" intro="An account keeps your cart and your orders together.">
      <Form method="post" action="/register" {...form} className="space-y-5">
        <input type="hidden" name="from" value={from} />
        <FormErrors errors={formErrors} />
        <TextField
          field={field('name')}
          label="Name"
          required
          maxLength={120}
          autoComplete="name"
        />
        <TextField
          field={field('email')}
          label="E-mail"
          type="email"
          required
          autoComplete="username"
        />
        <TextField
          field={field('password')}
          label="Password"
          type="password"
          required
          minLength={8}
          maxLength={128}
          autoComplete="new-password"
          hint="8 characters or more."
        />
        <Button look="accent" pending={busy} className="w-full">
          Register
        </Button>
      </Form>
      <p className="mt-6 text-ink-soft">
        You have an account?{' '}
        <Link to={`/login?${new URLSearchParams({ from })}`} className="link font-semibold">
          Log in
        </Link>
      </p>
    </AccountFormPage>
  );
}
