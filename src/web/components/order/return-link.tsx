import { Link } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { returnStateLabels } from '#features/orders/return-labels.schema.ts';
import { leftToReturn, sentExchanges } from '#features/returns/left-to-return.schema.ts';

type Order = Pick<OrderView, 'id' | 'lines' | 'returnStatus' | 'returns' | 'fulfillments'>;

/** A link to the page of an order's returns, once a part of it was delivered. */
export function ReturnLink({ order, titleId }: { order: Order; titleId: string }) {
  if (order.lines.every(({ deliveredQuantity }) => deliveredQuantity === 0)) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-[0.9375rem] print:hidden">
      {linksOf(order).map((text) => (
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
  if (returnStatus === 'none') return ['Return items'];
  if (returnStatus !== 'closed') return [returnStateLabels[returnStatus]];
  const newest = returns.filter(({ state }) => state !== 'withdrawn').at(-1);
  const links = [returnStateLabels[newest?.state ?? 'closed']];
  const sources = [null, ...sentExchanges(order).map(({ id }) => id)];
  const hasLeft = lines.some((_, position) =>
    sources.some((ofReturnId) => leftToReturn(order, position, ofReturnId) > 0),
  );
  return hasLeft ? [...links, 'Return items'] : links;
}
