import { Form, Link, useNavigation } from 'react-router';
import type { Actor } from '#features/actor.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { accountWords } from '../../../components/account/account-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';

/**
 * What a guest may do to have the order in an account: make one, confirm its email, move the order
 * into it, or nothing in an account with another email.
 */
type AccountState = 'none' | 'unconfirmed' | 'confirmed' | 'other';

export function accountState({ user }: Actor, { email }: OrderView): AccountState {
  if (!user) return 'none';
  if (user.email !== email) return 'other';
  return user.emailVerified ? 'confirmed' : 'unconfirmed';
}

/** The way from a guest's order to an account. */
export function MakeAccount({ email, state }: { email: string; state: AccountState }) {
  if (state === 'other') return null;
  return (
    <section
      id="account"
      aria-labelledby="account-title"
      className="mt-12 max-w-xl rounded-panel border border-line p-6 print:hidden"
    >
      <h2 id="account-title" className="text-heading">
        {state === 'none' ? 'Make an account' : 'Your account'}
      </h2>
      {state === 'none' ? <PasswordForm email={email} /> : null}
      {state === 'unconfirmed' ? (
        <p className="mt-2">
          Confirm your email address by the link that we sent to {email}. This order is then in My
          Orders.{' '}
          <Link to="/account" className="link">
            Send the link again
          </Link>
        </p>
      ) : null}
      {state === 'confirmed' ? <MoveForm /> : null}
    </section>
  );
}

function PasswordForm({ email }: { email: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'make-account';
  const { form, field } = useCheckedForm({
    id: 'make-account',
    fields: { password: accountWords.newPassword },
    lastResult: null,
  });
  return (
    <Form method="post" preventScrollReset {...form} className="mt-2 space-y-5">
      <p>
        Choose a password. We send a link to {email}; once you have followed it, your orders are in
        My Orders.
      </p>
      <input type="hidden" name="email" value={email} autoComplete="username" />
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
      <Button name="intent" value="make-account" look="accent" pending={isBusy}>
        Make an account
      </Button>
    </Form>
  );
}

function MoveForm() {
  const isBusy = useNavigation().formData?.get('intent') === 'take-over';
  return (
    <Form method="post" className="mt-2 space-y-4">
      <p>This order was placed without your account.</p>
      <Button name="intent" value="take-over" pending={isBusy}>
        Move it to My Orders
      </Button>
    </Form>
  );
}
