import { hasParcels, linesToPack } from '#features/orders/lists/to-ship.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import type { FulfillmentView } from '#features/orders/view/parcel-view.schema.ts';
import { itemsInWords } from '#shared/items-in-words.ts';
import { classNames } from '../../ui/class-names.ts';
import { Day } from '../day.tsx';

export type Shipped = Pick<
  OrderView,
  'status' | 'lines' | 'fulfillments' | 'fulfillmentStatus' | 'returns'
>;

/** The progress of a paid order, and its parcels. */
export function OrderProgress({ order }: { order: Shipped }) {
  if (order.status !== 'paid') return null;
  const { fulfillments } = order;
  const cancelled = order.lines.filter(({ cancelledQuantity }) => cancelledQuantity > 0);
  return (
    <div className="mt-4 print:hidden">
      {hasParcels(order) ? (
        <ol aria-label="Progress" className="grid grid-cols-3 gap-2 text-sm">
          {stepsOf(order).map(({ label, isDone }) => (
            <li
              key={label}
              className={classNames(
                'border-t-4 pt-1.5',
                isDone ? 'border-success font-semibold' : 'border-line text-ink-soft',
              )}
            >
              {label}
              <span className="sr-only">{isDone ? ': done' : ': not yet'}</span>
            </li>
          ))}
        </ol>
      ) : null}
      {cancelled.length > 0 ? (
        <p className="mt-3 text-[0.9375rem] wrap-anywhere">
          <span className="font-semibold">Cancelled:</span>{' '}
          {cancelled.map((line) => itemsInWords(line, line.cancelledQuantity)).join('; ')}
        </p>
      ) : null}
      {fulfillments.length > 0 ? (
        <ul className="mt-3 space-y-2 text-[0.9375rem]">
          {fulfillments.map((parcel, index) => (
            <Parcel key={parcel.id} parcel={parcel} number={index + 1} order={order} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** A step is done when it is true for everything that was neither cancelled nor refunded before. */
function stepsOf(order: Shipped) {
  const sent = order.lines.reduce((units, line) => units + line.fulfilledQuantity, 0);
  const left = linesToPack(order).reduce((units, line) => units + line.quantity, 0);
  const isSent = sent > 0 && left === 0;
  const parcels = order.fulfillments.filter(({ lines }) => lines.length > 0);
  return [
    { label: 'Paid', isDone: true },
    {
      label: sent > 0 && !isSent ? `Sent: ${sent} of ${sent + left} items` : 'Sent',
      isDone: isSent,
    },
    {
      label: 'Delivered',
      isDone: isSent && parcels.every(({ deliveredAt }) => deliveredAt !== null),
    },
  ];
}

function Parcel({
  parcel,
  number,
  order,
}: {
  parcel: FulfillmentView;
  number: number;
  order: Shipped;
}) {
  const { carrier, trackingNumber, trackingUrl, shippedAt, deliveredAt, lines } = parcel;
  const items = lines.flatMap(({ position, quantity }) => {
    const line = order.lines[position];
    if (!line) return [];
    return [itemsInWords(line, quantity)];
  });
  const exchanged = order.returns
    .flatMap((one) => one.lines)
    .flatMap(({ position, exchange }) => {
      const line = order.lines[position];
      if (exchange?.fulfillmentId !== parcel.id || !line) return [];
      return [itemsInWords({ ...line, ...exchange }, exchange.quantity - exchange.released)];
    });
  return (
    <li className="wrap-anywhere">
      <p>
        <span className="font-semibold">Parcel {number}</span>, sent on <Day iso={shippedAt} />
        {carrier ? ` with ${carrier}` : null}
        {deliveredAt ? (
          <>
            , delivered on <Day iso={deliveredAt} />
          </>
        ) : null}
        {trackingNumber ? (
          <>
            {'. '}
            {trackingUrl ? (
              <a href={trackingUrl} className="link" rel="noreferrer" target="_blank">
                Track {trackingNumber}
              </a>
            ) : (
              `Tracking number: ${trackingNumber}`
            )}
          </>
        ) : null}
      </p>
      {exchanged.length > 0 ? (
        <p className="text-sm text-ink-soft">In exchange: {exchanged.join('; ')}</p>
      ) : (
        <p className="text-sm text-ink-soft">{items.join('; ')}</p>
      )}
    </li>
  );
}
