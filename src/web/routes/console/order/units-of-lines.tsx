import type { OrderLineView } from '#features/orders/orders.schema.ts';
import { itemName } from '#shared/variant-options.ts';
import { DENSE_CONTROL } from '../../../components/console/dense.ts';
import { keptOfLine } from './order-forms.tsx';
import { OrderLine } from './order-line.tsx';

/** A field for each line: how many of its remaining units to choose. */
export function UnitsOfLines({
  lines,
  leftOf = leftOfParcel,
  purpose,
  chosenOf = () => 0,
  kept,
}: {
  lines: OrderLineView[];
  leftOf?: (line: OrderLineView) => number;
  /** The end of each field's name. */
  purpose: 'in this parcel' | 'to cancel' | 'to refund';
  /** How many units are chosen at first. */
  chosenOf?: (line: OrderLineView) => number;
  /** What the form had. */
  kept: FormData | null;
}) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <OrderLine key={line.variantId} line={line}>
          <UnitsField
            sku={line.sku}
            name={itemName(line)}
            purpose={purpose}
            left={leftOf(line)}
            chosen={chosenOf(line)}
            kept={kept}
          />
        </OrderLine>
      ))}
    </ul>
  );
}

/**
 * Changes when a number of units starts anew. An amount that was typed for other units starts anew
 * with it, or it would be refunded for none.
 */
export function unitsKey(
  lines: OrderLineView[],
  leftOf: (line: OrderLineView) => number = leftOfParcel,
): string {
  return lines.map((line) => `${line.sku} ${leftOf(line)}`).join();
}

const leftOfParcel = ({ unfulfilledQuantity }: OrderLineView) => unfulfilledQuantity;

/**
 * Posts the SKU of an order's line and how many of its remaining units are chosen. The number that
 * was typed stays while the same number remains.
 */
export function UnitsField({
  sku,
  name,
  purpose,
  left,
  chosen,
  kept,
}: {
  sku: string;
  /** Of the item, in the field's name. */
  name: string;
  /** The end of the field's name. */
  purpose: string;
  left: number;
  chosen: number;
  kept: FormData | null;
}) {
  const before = Number(keptOfLine(kept, sku, 'units') ?? Number.NaN);
  return (
    <label className="ml-auto flex items-center gap-2 text-sm whitespace-nowrap tabular-nums">
      <span className="sr-only">
        Units of {name} {purpose}
      </span>
      <input type="hidden" name="sku" value={sku} />
      <input
        key={`${chosen} of ${left}`}
        type="number"
        name="units"
        defaultValue={before <= left ? before : chosen}
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
