import { useState } from 'react';
import { data, Form, useNavigation } from 'react-router';
import { registration } from '#features/accounts/accounts.schema.ts';
import { signUp } from '#features/accounts/accounts.ts';
import { safeReturnPath, withReturnPath } from '#features/accounts/return-path.ts';
import { IMAGE_TOOK_FORM } from '#features/images/images.schema.ts';
import { LONGEST_PERSON_NAME } from '#shared/field-lengths.ts';
import { accountWords, newPasswordField } from '../../components/account/account-fields.ts';
import { GoogleSignIn } from '../../components/account/google-sign-in.tsx';
import { ImageUpload } from '../../components/image/image-upload.tsx';
import { FormPage } from '../../components/page/form-page.tsx';
import { pageTitle } from '../../components/page/page-title.ts';
import { pageHead } from '../../head/page-head.ts';
import { submitForm } from '../../posted-form.ts';
import { takePostedImage } from '../../posted-image.ts';
import { readForm, redirectWithCookies, requireGuest } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Link } from '../../ui/link.tsx';
import { type FieldOf, useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/register.ts';

const words = {
  name: accountWords.name,
  email: accountWords.email,
  password: accountWords.newPassword,
  image: accountWords.image,
};

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle('Register');

export function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { from } = requireGuest(visit, url);
  const head = pageHead(visit, {
    title: 'Register',
    description: 'An account keeps your cart and your orders together.',
    path: '/register',
    // Each page that leads here adds its own address, so there are many.
    noIndex: url.searchParams.has('from'),
  });
  return {
    from,
    head,
    google: visit.ctx.identity !== null,
    tooLarge: url.searchParams.get('image') === 'too_large',
  };
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  const form = await readForm(context);
  const unfit = await takePostedImage(visit, form, 'image');
  const { value, refused } = await submitForm(
    form,
    registration,
    (person) => signUp(visit.auth, person, request.headers),
    { hideFields: ['password'], refusedFields: { image: unfit } },
  );
  if (refused) return data({ result: refused.result }, refused.init);
  return redirectWithCookies(safeReturnPath(form.get('from')), value.cookies);
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction?.startsWith('/register');
  const [uploading, setUploading] = useState(false);
  const { from, google, tooLarge } = loaderData;
  const [googleError, setGoogleError] = useState<string | null>(null);
  const { form, field, formErrors } = useCheckedForm({
    id: 'register',
    fields: words,
    lastResult: actionData?.result,
  });
  const earlier = googleError ?? (tooLarge ? IMAGE_TOOK_FORM : null);
  const firstErrors = earlier && !actionData ? [earlier] : formErrors;
  return (
    <FormPage title="Register" intro="An account keeps your cart and your orders together.">
      <Form
        method="post"
        action={withReturnPath('/register', from)}
        encType="multipart/form-data"
        {...form}
        className="space-y-5"
      >
        <input type="hidden" name="from" value={from} />
        <FormErrors errors={firstErrors} />
        <RegisterFields field={field} onUploading={setUploading} />
        <Button look="accent" pending={busy} disabled={uploading} className="w-full">
          Register
        </Button>
      </Form>
      {google ? <GoogleSignIn from={from} onError={setGoogleError} /> : null}
      <LoginHint from={from} />
    </FormPage>
  );
}

function RegisterFields({
  field,
  onUploading,
}: {
  field: FieldOf<keyof typeof words>;
  onUploading: (uploading: boolean) => void;
}) {
  return (
    <>
      <TextField
        field={field('name')}
        label="Name"
        required
        maxLength={LONGEST_PERSON_NAME}
        autoComplete="name"
      />
      <TextField
        field={field('email')}
        label="Email"
        type="email"
        required
        autoComplete="username"
      />
      <TextField field={field('password')} label="Password" {...newPasswordField} />
      <ImageUpload
        field={field('image')}
        label="Profile image"
        required
        round
        onUploading={onUploading}
      />
    </>
  );
}

function LoginHint({ from }: { from: string }) {
  return (
    <p className="mt-6 text-ink-soft">
      You have an account?{' '}
      <Link to={withReturnPath('/login', from)} className="link font-semibold">
        Log in
      </Link>
    </p>
  );
}
