import { Link } from 'react-router';
import type { OrderLineView } from '#features/orders/orders.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { ProductImage } from '../../../components/image/product-image.tsx';
import { productPath } from '../../../components/product/product-card-view.ts';

/** What was bought, with images. */
export function OrderLines({ lines }: { lines: OrderLineView[] }) {
  return (
    <section aria-labelledby="lines-title">
      <h2 id="lines-title" className="text-heading">
        Your items
      </h2>
      <ul className="mt-2 divide-y divide-line border-b border-line">
        {lines.map((line) => (
          <Line key={line.variantId} line={line} />
        ))}
      </ul>
    </section>
  );
}

function Line({ line }: { line: OrderLineView }) {
  const { image, name, variantName, productId, quantity, unitPriceMinor } = line;
  const parts = [
    [line.cancelledQuantity, 'cancelled'],
    [line.returnedQuantity, 'sent back'],
    [line.refundedQuantity, 'refunded'],
  ] as const;
  const said = parts.flatMap(([units, what]) => (units > 0 ? [`${units} ${what}`] : []));
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
        {said.length > 0 ? <p className="mt-1 text-sm font-semibold">{said.join(', ')}</p> : null}
      </div>
      <p className="tabular-nums">{formatMoney(line.lineTotalMinor)}</p>
    </li>
  );
}
