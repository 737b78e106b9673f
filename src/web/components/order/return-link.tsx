import { Link } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { returnStateLabels } from '#features/orders/return-labels.schema.ts';
import { leftForCustomer, sentExchanges } from '#features/returns/left-to-return.schema.ts';

type Order = Pick<OrderView, 'id' | 'lines' | 'returnStatus' | 'returns' | 'fulfillments'>;

/**
 * A link to the page of an order's returns, once a part of it was delivered. Without returns, an order
 * of which only final sales were delivered has none.
 */
export function ReturnLink({ order, titleId }: { order: Order; titleId: string }) {
  if (order.lines.every(({ deliveredQuantity }) => deliveredQuantity === 0)) return null;
  const links = linksOf(order);
  if (links.length === 0) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-[0.9375rem] print:hidden">
      {links.map((text) => (
        <Link
          key={text}
          to={`/returnOrder/${order.id}`}
          className="link"
          aria-describedby={titleId}
        >
          {text}
        </Link>
      ))}
    </p>
  );
}

/** The state of the return that waits for somebody, else of the newest; and what else can be done. */
function linksOf(order: Order): string[] {
  const { lines, returnStatus, returns } = order;
  if (returnStatus === 'none') {
    const isFinalSale = lines.every((line) => line.isFinalSale || line.deliveredQuantity === 0);
    return isFinalSale ? [] : ['Return items'];
  }
  if (returnStatus !== 'closed') return [returnStateLabels[returnStatus]];
  const newest = returns.filter(({ state }) => state !== 'withdrawn').at(-1);
  const links = [returnStateLabels[newest?.state ?? 'closed']];
  const sources = [null, ...sentExchanges(order).map(({ id }) => id)];
  const hasLeft = lines.some((_, position) =>
    sources.some((ofReturnId) => leftForCustomer(order, position, ofReturnId) > 0),
  );
  return hasLeft ? [...links, 'Return items'] : links;
}
