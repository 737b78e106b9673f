import type { OrderLineView } from '#features/orders/orders.schema.ts';
import { DENSE_CONTROL } from '../../../components/console/dense.ts';
import { OrderLine } from './order-line.tsx';

/** A field for each line: how many of its remaining units to choose. */
export function UnitsOfLines({
  lines,
  leftOf = ({ unfulfilledQuantity }) => unfulfilledQuantity,
  purpose,
  chosenOf = () => 0,
}: {
  lines: OrderLineView[];
  leftOf?: (line: OrderLineView) => number;
  /** The end of each field's name. */
  purpose: 'in this parcel' | 'to cancel' | 'to refund';
  /** How many units are chosen at first. */
  chosenOf?: (line: OrderLineView) => number;
}) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <OrderLine key={line.variantId} line={line}>
          <UnitsField
            sku={line.sku}
            name={[line.name, line.variantName].filter(Boolean).join(', ')}
            purpose={purpose}
            left={leftOf(line)}
            chosen={chosenOf(line)}
          />
        </OrderLine>
      ))}
    </ul>
  );
}

/** Posts the SKU of an order's line and how many of its remaining units are chosen. */
export function UnitsField({
  sku,
  name,
  purpose,
  left,
  chosen,
}: {
  sku: string;
  /** Of the item, in the field's name. */
  name: string;
  /** The end of the field's name. */
  purpose: string;
  left: number;
  chosen: number;
}) {
  return (
    <label className="ml-auto flex items-center gap-2 text-sm whitespace-nowrap tabular-nums">
      <span className="sr-only">
        Units of {name} {purpose}
      </span>
      <input type="hidden" name="sku" value={sku} />
      <input
        type="number"
        name="units"
        defaultValue={chosen}
        min={0}
        max={left}
        inputMode="numeric"
        required
        className={`w-20! text-right ${DENSE_CONTROL}`}
      />
      of {left}
    </label>
  );
}
