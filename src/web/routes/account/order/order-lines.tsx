import type { ReactNode } from 'react';
import type { OrderLineView, OrderView } from '#features/orders/orders.schema.ts';
import { endedUnits, unitsComingBack } from '#features/orders/returns/ended-units.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { ProductImage } from '../../../components/image/product-image.tsx';
import { ExchangeState } from '../../../components/order/exchange-state.tsx';
import { ExtraPayment } from '../../../components/order/extra-payment.tsx';
import { FinalSaleHelp } from '../../../components/order/final-sale-help.tsx';
import { FinalSale } from '../../../components/product/final-sale.tsx';
import { productPath } from '../../../components/product/product-card-view.ts';
import { Link } from '../../../ui/link.tsx';

/** What was bought, with images, and what goes out in exchange for it. */
export function OrderLines({ order, isDeleted }: { order: OrderView; isDeleted: boolean }) {
  return (
    <section aria-labelledby="lines-title">
      <h2 id="lines-title" className="text-heading">
        Your items
      </h2>
      <ul className="mt-2 divide-y divide-line border-b border-line">
        {order.lines.map((line, position) => (
          <Line
            key={line.variantId}
            line={line}
            comingBack={unitsComingBack(order.returns, position)}
          >
            <Exchanges order={order} position={position} />
          </Line>
        ))}
      </ul>
      <FinalSaleHelp lines={order.lines} />
      {order.returns.map((one) => (
        <ExtraPayment key={one.id} {...{ order, one, isDeleted }} />
      ))}
    </section>
  );
}

/** The exchanges of a line, without those that its customer withdrew. */
function Exchanges({ order, position }: { order: OrderView; position: number }) {
  return order.returns.flatMap(({ id, lines }) => {
    const exchange = lines.find((line) => line.position === position)?.exchange;
    if (!exchange || exchange.releasedBecause === 'withdrawn') return [];
    const { name = '' } = order.lines[position] ?? {};
    return <ExchangeState key={id} {...{ name, exchange }} parcels={order.fulfillments} />;
  });
}

function Line({
  line,
  comingBack,
  children,
}: {
  line: OrderLineView;
  comingBack: string[];
  children: ReactNode;
}) {
  const { image, name, variantName, productId, quantity, unitPriceMinor } = line;
  const { cancelled, refunded } = endedUnits(line);
  const said = [...cancelled, ...comingBack, ...refunded];
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-x-4 py-4">
      <ProductImage url={image} alt="" sizes="80px" />
      <div className="wrap-anywhere">
        <Link to={productPath({ slug: productId })} className="font-semibold hover:underline">
          {name}
        </Link>
        {variantName ? <p className="text-sm text-ink-soft">{variantName}</p> : null}
        <p className="text-sm text-ink-soft tabular-nums">
          {formatMoney(unitPriceMinor)} × {quantity}
        </p>
        <FinalSale of={line} />
        {said.length > 0 ? <p className="mt-1 text-sm font-semibold">{said.join(', ')}</p> : null}
        {children}
      </div>
      <p className="tabular-nums">{formatMoney(line.lineTotalMinor)}</p>
    </li>
  );
}
