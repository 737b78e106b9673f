import { useState } from 'react';
import { data, Form, useNavigation } from 'react-router';
import { credentials } from '#features/accounts/accounts.schema.ts';
import { describeGoogleError, signIn } from '#features/accounts/accounts.ts';
import { safeReturnPath, withReturnPath } from '#features/accounts/return-path.ts';
import { accountWords } from '../../components/account/account-fields.ts';
import { GoogleSignIn } from '../../components/account/google-sign-in.tsx';
import { accountNotices } from '../../components/page/account-notices.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { pageTitle } from '../../components/page/page-title.ts';
import { pageHead } from '../../head/page-head.ts';
import { submitForm } from '../../posted-form.ts';
import { readForm, redirectWithCookies, requireGuest } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Link } from '../../ui/link.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/login.ts';

export const handle = { notices: accountNotices };

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle('Log in');

export function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { from } = requireGuest(visit, url);
  const head = pageHead(visit, {
    title: 'Log in',
    description: 'Log in to see your cart and your orders.',
    path: '/login',
    // Each page that leads here adds its own address, so there are many.
    noIndex: url.searchParams.has('from'),
  });
  const failed = url.searchParams.get('error');
  return {
    from,
    head,
    google: visit.ctx.identity !== null,
    guestCheckout: visit.ctx.shop.guestCheckout,
    googleError: failed === null ? null : describeGoogleError(failed),
  };
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = visitOf(context);
  const form = await readForm(context);
  const { value, refused } = await submitForm(
    form,
    credentials,
    (given) => signIn(auth, given, request.headers),
    { hideFields: ['password'] },
  );
  if (refused) return data({ result: refused.result }, refused.init);
  return redirectWithCookies(safeReturnPath(form.get('from')), value.cookies);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction?.startsWith('/login');
  const { from, google, guestCheckout } = loaderData;
  const [googleError, setGoogleError] = useState(loaderData.googleError);
  const { form, field, formErrors } = useCheckedForm({
    id: 'login',
    fields: { email: accountWords.email, password: accountWords.password },
    lastResult: actionData?.result,
  });
  return (
    <FormPage
      title="Log in"
      intro={
        from === '/' ? undefined : 'Please log in. We will then take you where you wanted to go.'
      }
    >
      <Form method="post" action={withReturnPath('/login', from)} {...form} className="space-y-5">
        <input type="hidden" name="from" value={from} />
        <FormErrors errors={googleError && !actionData ? [googleError] : formErrors} />
        <TextField
          field={field('email')}
          label="Email"
          type="email"
          required
          autoComplete="username"
        />
        <TextField
          field={field('password')}
          label="Password"
          type="password"
          required
          autoComplete="current-password"
        />
        <Button look="accent" pending={busy} className="w-full">
          Log in
        </Button>
        <p>
          <Link to="/forgotPassword" className="link">
            Forgot password?
          </Link>
        </p>
      </Form>
      {google ? <GoogleSignIn from={from} onError={setGoogleError} /> : null}
      <p className="mt-6 text-ink-soft">
        New here?{' '}
        <Link to={withReturnPath('/register', from)} className="link font-semibold">
          Register
        </Link>
      </p>
      {guestCheckout ? (
        <p className="mt-3 text-ink-soft">
          Ordered without an account?{' '}
          <Link to="/findOrder" className="link font-semibold">
            Find your order
          </Link>
        </p>
      ) : null}
    </FormPage>
  );
}
