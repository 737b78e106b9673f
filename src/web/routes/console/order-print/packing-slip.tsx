import { lacksAddress } from '#features/orders/lists/to-ship.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { counted } from '#shared/counted.ts';
import { shop } from '#shop-config';
import { Day } from '../../../components/day.tsx';
import { AddressLines } from '../../../components/order/address-lines.tsx';
import { UnitsTable } from '../../../components/order/units-table.tsx';
import { slipMark, slipUnits } from './slip-units.ts';

/**
 * The contents of an order's parcel, on a separate sheet. It has no prices, because parcels may be
 * presents. In large words it says when nothing of it is to be packed.
 */
export function PackingSlip({ order }: { order: OrderView }) {
  const lines = slipUnits(order);
  const mark = slipMark(order);
  const units = lines.reduce((sum, line) => sum + line.units, 0);
  return (
    <article
      aria-labelledby={order.id}
      className="mb-8 max-w-3xl rounded-panel border border-line bg-surface p-5 print:mb-0 print:break-after-page print:border-0 print:p-0 print:last:break-after-auto"
    >
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-4">
        <div>
          <h2 id={order.id} className="font-sans text-heading font-semibold">
            Order {order.number}
          </h2>
          <p>
            <Day iso={order.createdAt} />
          </p>
        </div>
        <div className="text-sm">
          <p className="font-semibold">{shop.brand}</p>
          {shop.contact.address.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
      {mark ? (
        <p className="mt-4 border-y-2 border-ink py-2 text-title font-semibold uppercase">{mark}</p>
      ) : null}
      <div className="my-5">
        {order.address ? (
          <AddressLines address={order.address} />
        ) : (
          <>
            <p>{order.name}</p>
            <p>{[order.city, order.zip, order.country].filter(Boolean).join(', ')}</p>
            {lacksAddress(order) ? (
              <p className="font-semibold text-danger">Address missing</p>
            ) : null}
          </>
        )}
      </div>
      <UnitsTable lines={lines} caption={`What is in the parcel of order ${order.number}`} />
      <p className="mt-3 text-right font-semibold tabular-nums">{counted(units, 'item')}</p>
    </article>
  );
}
