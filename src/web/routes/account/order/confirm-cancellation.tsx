import { Form, useLocation, useNavigation, useSearchParams } from 'react-router';
import { proposedCancellationRefund } from '#features/fulfillment/cancellation-refund.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../../ui/question.tsx';

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
    <Question
      isOpen={isAsked}
      title={`Cancel order ${order.number}?`}
      text={consequenceOf(order)}
      keep="Keep it"
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
    </Question>
  );
}

function consequenceOf(order: OrderView): string {
  if (order.status === 'pending') return 'It is not paid yet. Its items go back on sale.';
  const units = order.lines.flatMap(({ unfulfilledQuantity: quantity }, position) =>
    quantity > 0 ? [{ position, quantity }] : [],
  );
  const refundMinor = proposedCancellationRefund(order, units);
  return refundMinor > 0
    ? `Its items go back on sale, and we refund ${formatMoney(refundMinor)}. This can't be undone.`
    : "Its items go back on sale. This can't be undone.";
}
