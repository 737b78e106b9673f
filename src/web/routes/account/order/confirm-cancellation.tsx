import { Form, useLocation, useNavigation, useSearchParams } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { OrderQuestion } from '../../../components/order/order-question.tsx';
import { Button } from '../../../ui/button.tsx';

/** Asks before the customer's own order is cancelled, when the address has `?cancel=`. */
export function ConfirmCancellation({
  order,
  mayCancel,
}: {
  order: OrderView;
  mayCancel: boolean;
}) {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const isBusy = useNavigation().formMethod === 'POST';
  const isAsked = mayCancel && params.has('cancel');
  return (
    <OrderQuestion
      title={`Cancel order ${order.number}?`}
      consequence={consequenceOf(order)}
      keepLink={pathname}
      onKeep={() => setParams({}, { replace: true, preventScrollReset: true })}
    >
      {isAsked ? (
        <Form method="post" action={pathname} replace preventScrollReset>
          <Button look="danger" name="intent" value={`cancel-${order.status}`} pending={isBusy}>
            Cancel the order
          </Button>
        </Form>
      ) : null}
    </OrderQuestion>
  );
}

function consequenceOf({ status, payment }: OrderView): string {
  if (status === 'pending') return 'It is not paid yet. Its items go back on sale.';
  const left = payment?.refundableMinor ?? 0;
  return left > 0
    ? `Its items go back on sale, and we refund ${formatMoney(left)}. This can't be undone.`
    : "Its items go back on sale. This can't be undone.";
}
