import { Form, useNavigation } from 'react-router';
import { accountWords, newPasswordField } from '../../../components/account/account-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { type FormResult, useCheckedForm } from '../../../ui/use-checked-form.ts';

/** The password of an account for the email of a guest's order. */
export function PasswordForm({
  orderId,
  email,
  lastResult,
}: {
  orderId: string;
  email: string;
  lastResult: FormResult;
}) {
  const path = `/makeAccount/${orderId}`;
  const isBusy = useNavigation().formAction === path;
  const { form, field, formErrors } = useCheckedForm({
    id: 'make-account',
    fields: { password: accountWords.newPassword },
    lastResult,
  });
  return (
    <Form method="post" action={path} {...form} className="space-y-5">
      <p>
        Choose a password. We send a link to {email}. Once you have followed it, your orders are in
        My Orders.
      </p>
      <FormErrors errors={formErrors} />
      {/* For password managers. */}
      <input type="hidden" name="email" value={email} autoComplete="username" />
      <TextField field={field('password')} label="Password" {...newPasswordField} />
      <Button look="accent" pending={isBusy}>
        Make an account
      </Button>
    </Form>
  );
}
