import { useId } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../../ui/button.tsx';

/** Turns an unpaid order back into a cart, which goes to another address or has other items. */
export function ChangeOrder({
  orderId,
  disabled = false,
}: {
  orderId: string;
  disabled?: boolean;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'change';
  const hintId = useId();
  return (
    <Form method="post" action={`/checkOut/${orderId}`}>
      <Button
        name="intent"
        value="change"
        disabled={disabled}
        pending={isBusy}
        aria-describedby={hintId}
        className="w-full"
      >
        Change items or address
      </Button>
      <p id={hintId} className="mt-2 text-[0.9375rem] print:hidden">
        This cancels the order with its number. Its items go back into your cart, where we do not
        keep them for you.
      </p>
    </Form>
  );
}
