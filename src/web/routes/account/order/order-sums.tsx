import type { OrderView } from '#features/orders/orders.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { TotalRows } from '../../../components/cart/total-rows.tsx';
import { Day } from '../../../components/day.tsx';
import { SumRow } from '../../../ui/sum-row.tsx';

/** What an order cost, how it was paid, and what was refunded. */
export function OrderSums({ order }: { order: OrderView }) {
  const { subtotalMinor, shippingMinor, totalMinor, payment, paidAt } = order;
  const underWayMinor = payment ? payment.refundOpenMinor - payment.refundFailedMinor : 0;
  return (
    <section aria-labelledby="sums-title">
      <h2 id="sums-title" className="text-heading">
        Order summary
      </h2>
      <dl className="mt-4 space-y-2">
        <SumRow term="Subtotal" value={formatMoney(subtotalMinor)} />
        <SumRow term="Shipping" value={formatMoney(shippingMinor)} />
        <TotalRows
          term="Total"
          taxes={order.taxes}
          isIncluded={order.taxesIncluded}
          totalMinor={totalMinor}
        />
        {payment?.refundedMinor ? (
          <SumRow term="Refunded" value={formatMoney(payment.refundedMinor)} />
        ) : null}
        {underWayMinor > 0 ? (
          <SumRow term="Refund on its way" value={formatMoney(underWayMinor)} />
        ) : null}
        {payment?.refundFailedMinor ? (
          <SumRow
            term="Refund delayed, we are taking care of it"
            value={formatMoney(payment.refundFailedMinor)}
          />
        ) : null}
      </dl>
      {paidAt ? (
        <p className="mt-4">
          Paid on <Day iso={paidAt} />
          {payment?.last4 ? ` with the card ending in ${payment.last4}` : null}
        </p>
      ) : null}
    </section>
  );
}
