import { Link } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { returnLabels } from '#features/orders/return-labels.schema.ts';

type Order = Pick<OrderView, 'id' | 'lines' | 'returnStatus'>;

/** The way to the page of an order's returns, once something of it was delivered. */
export function ReturnLink({ order, titleId }: { order: Order; titleId: string }) {
  const { returnStatus } = order;
  if (order.lines.every(({ deliveredQuantity }) => deliveredQuantity === 0)) return null;
  return (
    <p className="mt-1 text-[0.9375rem] print:hidden">
      <Link to={`/returnOrder/${order.id}`} className="link" aria-describedby={titleId}>
        {returnStatus === 'none' ? 'Return items' : returnLabels[returnStatus]}
      </Link>
    </p>
  );
}
