import type { OrderView } from '#features/orders/orders.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { taxRows } from '#shared/taxes.ts';

/** What an order cost beside its lines. */
export function ShippingAndTaxes({ order }: { order: OrderView }) {
  const { added } = taxRows(order.taxes, order.taxesIncluded);
  return (
    <div className="text-sm text-ink-soft">
      <p>
        With shipping to {order.city}, {formatMoney(order.shippingMinor)}
      </p>
      {added.map(([term, minor]) => (
        <p key={term}>
          {term}, {formatMoney(minor)}
        </p>
      ))}
    </div>
  );
}
