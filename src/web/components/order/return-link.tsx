import { Link } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { returnStateLabels } from '#features/orders/return-labels.schema.ts';
import { leftToReturn } from '#features/returns/left-to-return.schema.ts';

type Order = Pick<OrderView, 'id' | 'lines' | 'returnStatus' | 'returns'>;

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
function linksOf({ lines, returnStatus, returns }: Order): string[] {
  if (returnStatus === 'none') return ['Return items'];
  if (returnStatus !== 'closed') return [returnStateLabels[returnStatus]];
  const newest = returns.filter(({ state }) => state !== 'withdrawn').at(-1);
  const links = [returnStateLabels[newest?.state ?? 'closed']];
  return lines.some((line) => leftToReturn(line) > 0) ? [...links, 'Return items'] : links;
}
