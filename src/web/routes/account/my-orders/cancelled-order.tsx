import type { CancelledBy, CancelledOrderView } from '#features/orders/orders.schema.ts';
import type { Texts } from '#features/texts/texts.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { Day } from '../../../components/day.tsx';
import { OrderItems } from '../../../components/order/order-items.tsx';
import { orderTitleId } from '../../../components/order/order-title-id.ts';
import { RefundedSum } from '../../../components/order/refunded-sum.tsx';
import { Link } from '../../../ui/link.tsx';
import { ShippingAndTaxes } from './shipping-and-taxes.tsx';

const by: Record<CancelledBy, string> = {
  owner: 'by you',
  'owner-into-cart': 'by you, to change it: its items went back into your cart',
  staff: 'by the shop',
  expiry: 'because it was not paid in time',
};

/** A cancelled order: its lines, when it was cancelled, and by whom. */
export function CancelledOrder({
  texts,
  order,
}: {
  texts: Texts<'orders'>;
  order: CancelledOrderView;
}) {
  const titleId = orderTitleId(order.id);
  return (
    <article
      aria-labelledby={titleId}
      className="rounded-panel border border-line bg-surface p-5 md:p-7"
    >
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={titleId} className="text-heading">
          <Link to={`/myOrders/${order.id}`} className="hover:underline">
            Order {order.number}
          </Link>
        </h2>
        <p className="text-ink-soft">
          <Day iso={order.createdAt} />
        </p>
      </div>
      <p>
        <span className="font-semibold">Cancelled</span> on <DateTime iso={order.cancelledAt} />,{' '}
        {by[order.cancelledBy]}.
        {order.replacedBy ? ` It was placed again as order ${order.replacedBy}.` : null}
      </p>
      <OrderItems texts={texts} number={order.number} lines={order.lines} />
      <div className="mt-4">
        <ShippingAndTaxes order={order} />
        <p className="text-lg font-semibold tabular-nums">{formatMoney(order.totalMinor)}</p>
        <RefundedSum order={order} />
      </div>
    </article>
  );
}
