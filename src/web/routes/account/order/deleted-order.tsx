import { Form, useNavigation } from 'react-router';
import { paymentStatusOf } from '#features/orders/lists/payment-status.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Says that the customer deleted the order, and puts it back into My Orders. */
export function DeletedOrder({ order, mayReturn }: { order: OrderView; mayReturn: boolean }) {
  const busy = useNavigation().formData?.get('intent') === 'undo';
  return (
    <Notice tone="info" className="mb-6">
      <p>
        <strong className="font-semibold">Deleted.</strong> You took this order out of My Orders.{' '}
        {paidInWords(order)}
        {mayReturn ? ' To return items, put it back first.' : null}
      </p>
      <Form method="post" action="/myOrders" className="mt-3 print:hidden">
        <input type="hidden" name="orderId" value={order.id} />
        <input type="hidden" name="only" value="myOrders" />
        <Button name="intent" value="undo" pending={busy}>
          Put it back into My Orders
        </Button>
      </Form>
    </Notice>
  );
}

function paidInWords(order: OrderView): string {
  const status = paymentStatusOf(order);
  if (status === 'refunded') return 'Its payment was refunded in full.';
  const refunded = formatMoney(order.payment?.refundedMinor ?? 0);
  if (status === 'partly_refunded') return `${refunded} was refunded; the rest is still paid.`;
  return 'It is still paid; what is refunded is shown on this page.';
}
