import type { OrderView } from '#features/orders/orders.schema.ts';
import { returnStateLabels } from '#features/orders/returns/return-labels.schema.ts';
import { Link } from '../../ui/link.tsx';

type Order = Pick<OrderView, 'id' | 'returnStatus' | 'returns'>;

/** Links to the page of an order's returns, if it has any or its customer can send something back. */
export function ReturnLink({
  order,
  mayReturn,
  titleId,
}: {
  order: Order;
  mayReturn: boolean;
  titleId: string;
}) {
  const links = linksOf(order, mayReturn);
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
function linksOf({ returnStatus, returns }: Order, mayReturn: boolean): string[] {
  const more = mayReturn ? ['Return items'] : [];
  if (returnStatus === 'none') return more;
  if (returnStatus !== 'closed') return [returnStateLabels[returnStatus]];
  const newest = returns.filter(({ state }) => state !== 'withdrawn').at(-1);
  return [returnStateLabels[newest?.state ?? 'closed'], ...more];
}
