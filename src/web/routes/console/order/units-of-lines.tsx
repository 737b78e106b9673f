import type { OrderLineView } from '#features/orders/orders.schema.ts';
import { DENSE_CONTROL } from '../../../components/console/dense.ts';
import { OrderLine } from './order-line.tsx';

/** A field for each line: how many of its remaining units to choose. */
export function UnitsOfLines({
  lines,
  leftOf = ({ unfulfilledQuantity }) => unfulfilledQuantity,
  purpose,
  startsWithAll,
}: {
  lines: OrderLineView[];
  leftOf?: (line: OrderLineView) => number;
  /** The end of each field's name. */
  purpose: 'in this parcel' | 'to cancel' | 'to refund';
  startsWithAll: boolean;
}) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <OrderLine key={line.variantId} line={line}>
          <label className="ml-auto flex items-center gap-2 text-sm whitespace-nowrap tabular-nums">
            <span className="sr-only">
              Units of {[line.name, line.variantName].filter(Boolean).join(', ')} {purpose}
            </span>
            <input type="hidden" name="sku" value={line.sku} />
            <input
              type="number"
              name="units"
              defaultValue={startsWithAll ? leftOf(line) : 0}
              min={0}
              max={leftOf(line)}
              inputMode="numeric"
              required
              className={`w-20! text-right ${DENSE_CONTROL}`}
            />
            of {leftOf(line)}
          </label>
        </OrderLine>
      ))}
    </ul>
  );
}
