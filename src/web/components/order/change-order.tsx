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
  return (
    <Form method="post" action={`/checkOut/${orderId}`}>
      <Button name="intent" value="change" disabled={disabled} pending={isBusy} className="w-full">
        Change items or address
      </Button>
    </Form>
  );
}
