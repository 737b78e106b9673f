import { Form, useNavigation } from 'react-router';
import type { Actor } from '#features/actor.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { PasswordForm } from '../make-account/password-form.tsx';

/**
 * What a guest may do to have the order in an account: make one, confirm its email, move the order
 * into it, or nothing in an account with another email.
 */
export type AccountState = 'none' | 'unconfirmed' | 'confirmed' | 'other';

export function accountState({ user }: Actor, { email }: OrderView): AccountState {
  if (!user) return 'none';
  if (user.email !== email) return 'other';
  return user.emailVerified ? 'confirmed' : 'unconfirmed';
}

/** The way from a guest's order to an account. */
export function MakeAccount({
  order: { id, email },
  state,
}: {
  order: OrderView;
  state: AccountState;
}) {
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
      {state === 'none' ? (
        <div className="mt-2">
          <PasswordForm orderId={id} email={email} lastResult={null} />
        </div>
      ) : null}
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
