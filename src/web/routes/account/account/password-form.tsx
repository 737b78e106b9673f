import { Form, useNavigation } from 'react-router';
import { PASSWORD_LENGTH } from '#features/accounts/account-fields.schema.ts';
import { accountWords, newPasswordField } from '../../../components/account/account-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { type FormResult, useCheckedForm } from '../../../ui/use-checked-form.ts';

/** Changes the password of a user who knows the current one. */
export function PasswordForm({ result, email }: { result: FormResult; email: string }) {
  const isBusy = useNavigation().formData?.get('part') === 'password';
  // Without script the page after a refusal is a new one.
  const sent = result?.status === 'error' ? result.initialValue : null;
  const { form, field, formErrors } = useCheckedForm({
    id: 'password',
    fields: { current: accountWords.currentPassword, password: accountWords.newPassword },
    lastResult: result,
  });
  return (
    <Form method="post" action="/account" {...form} className="space-y-5">
      <FormErrors errors={formErrors} />
      {/* Tells password managers whose password it is; they ignore an input of type "hidden". */}
      <input type="email" name="username" value={email} readOnly autoComplete="username" hidden />
      <TextField
        field={field('current')}
        label="Current password"
        type="password"
        required
        maxLength={PASSWORD_LENGTH.max}
        autoComplete="current-password"
      />
      <TextField field={field('password')} label="New password" {...newPasswordField} />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="endOthers"
          value="yes"
          defaultChecked={!sent || sent.endOthers !== undefined}
          className="size-5 shrink-0 accent-accent"
        />
        Sign out all other devices
      </label>
      <Button name="part" value="password" pending={isBusy}>
        Change password
      </Button>
    </Form>
  );
}
