import { useState } from 'react';
import { Form } from 'react-router';
import {
  expectedCondition,
  isResellable,
  type ReturnCondition,
  type ReturnReason,
} from '#features/order-tables/return-status.schema.ts';
import {
  returnConditionLabels,
  returnReasonLabels,
} from '#features/orders/returns/return-labels.schema.ts';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../../../components/console/dense.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckBox } from '../../../../ui/check-box.tsx';
import { keptOfLine, useOrderForm } from '../order-forms.tsx';
import { OrderLine } from '../order-line.tsx';
import { ReturnFields, type ReturnProps, useReturnIntent } from './return-fields.tsx';

/**
 * Records what arrived of an approved return: units, condition, and whether they go into the stock.
 */
export function ReceiveReturn(props: ReturnProps) {
  const { order, one } = props;
  const intent = useReturnIntent(one);
  const { key, kept } = useOrderForm('return-receive', one.id);
  return (
    <Form key={key} method="post" preventScrollReset className="mt-1">
      <ReturnFields {...props} />
      <ul className="divide-y divide-line">
        {one.lines.map((line) => {
          const sold = order.lines[line.position];
          return sold ? (
            <OrderLine key={line.position} line={{ ...sold, ...line.item }}>
              <Came
                line={line}
                kept={kept}
                sku={sold.sku}
                name={`${sold.name} ${line.item.variantName}`.trim()}
              />
            </OrderLine>
          ) : null;
        })}
      </ul>
      <Button
        look="accent"
        name="intent"
        value="return-receive"
        pending={intent === 'return-receive'}
        aria-describedby={one.id}
        className={`mt-3 ${DENSE_BUTTON}`}
      >
        Receive
      </Button>
    </Form>
  );
}

function Came({
  line: { quantity, reason },
  sku,
  name,
  kept,
}: {
  line: ReturnProps['one']['lines'][number];
  sku: string;
  name: string;
  kept: FormData | null;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <span className="text-ink-soft">{returnReasonLabels[reason]}</span>
      <input type="hidden" name="sku" value={sku} />
      <label className="flex items-center gap-2 whitespace-nowrap tabular-nums">
        <span className="sr-only">Units of {name} that came</span>
        <input
          type="number"
          name="units"
          defaultValue={keptOfLine(kept, sku, 'units') ?? quantity}
          min={0}
          max={quantity}
          inputMode="numeric"
          required
          className={`w-20! text-right ${DENSE_CONTROL}`}
        />
        of {quantity}
      </label>
      <Condition {...{ reason, sku, name, kept }} />
    </div>
  );
}

/**
 * The condition of what came, at first what its reason lets expect, and whether it goes into the
 * stock: by its condition, until staff choose it by hand.
 */
function Condition({
  reason,
  sku,
  name,
  kept,
}: {
  reason: ReturnReason;
  sku: string;
  name: string;
  kept: FormData | null;
}) {
  const before = keptOfLine(kept, sku, 'condition') as ReturnCondition | null;
  const [condition, setCondition] = useState(before ?? expectedCondition(reason));
  const [chosen, setChosen] = useState<boolean | null>(
    kept ? kept.getAll('restock').includes(sku) : null,
  );
  return (
    <>
      <select
        name="condition"
        value={condition}
        onChange={({ target }) => setCondition(target.value as ReturnCondition)}
        aria-label={`Condition of ${name}`}
        className={`w-32! ${DENSE_CONTROL}`}
      >
        {Object.entries(returnConditionLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <CheckBox
        name="restock"
        value={sku}
        checked={chosen ?? isResellable(condition)}
        onChange={({ target }) => setChosen(target.checked)}
        label="To the stock"
        className="whitespace-nowrap"
      />
    </>
  );
}
