import { useId } from 'react';
import { Form, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { itemOf } from '#features/orders/returns/exchanged-items.schema.ts';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { itemName } from '#shared/variant-options.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../../components/console/dense.ts';
import { ExchangeField, ReasonField } from '../../../../components/return/line-fields.tsx';
import {
  type RequestedReturn,
  readRequestedReturn,
} from '../../../../components/return/requested-return.ts';
import type {
  ReturnableLine,
  ReturnablePart,
} from '../../../../components/return/returnable-parts.ts';
import { Button } from '../../../../ui/button.tsx';
import { useIsKept, useKeyedForm } from '../order-forms.tsx';
import { OrderLine } from '../order-line.tsx';
import { UnitsField } from '../units-of-lines.tsx';

/**
 * Records a return for a customer: at any time, and also of final sales. It works without script.
 */
export function RecordReturn({ parts, order }: { parts: ReturnablePart[]; order: OrderView }) {
  const isKept = useIsKept('return-record');
  if (parts.length === 0) return null;
  return (
    <details open={isKept}>
      <summary className="w-fit cursor-pointer text-sm font-semibold text-accent">
        Record a return
      </summary>
      <p className="mt-2 text-sm text-ink-soft">
        For a customer, at any time and also of final sales. It is approved with that, and the
        customer gets an email with your address.
      </p>
      {parts.map((part) => (
        <Part key={part.ofReturn ?? ''} part={part} order={order} />
      ))}
    </details>
  );
}

function Part({ part, order }: { part: ReturnablePart; order: OrderView }) {
  const { ofReturn, lines } = part;
  const used = order.returns.map((one) => one.key);
  const form = { intent: 'return-record', of: ofReturn };
  const { key, kept, requestKey } = useKeyedForm(form, part.key, used);
  const posted = useNavigation().formData;
  const noteId = useId();
  const before = kept && readRequestedReturn(kept);
  const isBusy =
    posted?.get('intent') === 'return-record' && posted.get('ofReturn') === (ofReturn ?? '');
  return (
    <Form key={key} method="post" preventScrollReset className="mt-2">
      <input type="hidden" name="key" value={requestKey} />
      <input type="hidden" name="version" value={order.version} />
      <input type="hidden" name="ofReturn" value={ofReturn ?? ''} />
      {ofReturn ? (
        <h3 className="mt-5 font-sans text-sm font-semibold">
          What was sent in exchange for return{' '}
          {order.returns.findIndex(({ id }) => id === ofReturn) + 1}
        </h3>
      ) : null}
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line
            key={line.sku}
            {...{ order, ofReturn, line, kept }}
            before={before?.lines.find(({ sku }) => sku === line.sku)}
          />
        ))}
      </ul>
      <div className="mt-3">
        <label htmlFor={noteId} className={DENSE_LABEL}>
          Note (optional, also on the return slip)
        </label>
        <input
          id={noteId}
          name="note"
          maxLength={LONGEST_NOTE}
          autoComplete="off"
          defaultValue={before?.note ?? ''}
          className={DENSE_CONTROL}
        />
      </div>
      <Button
        name="intent"
        value="return-record"
        pending={isBusy}
        className={`mt-3 ${DENSE_BUTTON}`}
      >
        Record this return
      </Button>
    </Form>
  );
}

function Line({
  order,
  ofReturn,
  line: { sku, name, variantName, left, exchangeable },
  before,
  kept,
}: {
  order: OrderView;
  ofReturn: string | null;
  line: ReturnableLine;
  before: RequestedReturn['lines'][number] | undefined;
  kept: FormData | null;
}) {
  const id = useId();
  const position = order.lines.findIndex((line) => line.sku === sku);
  const sold = order.lines[position];
  if (!sold) return null;
  const whole = itemName({ name, variantName });
  const look = { label: DENSE_LABEL, control: DENSE_CONTROL };
  return (
    <OrderLine line={{ ...sold, ...itemOf(order, ofReturn, position) }}>
      <UnitsField {...{ sku, left, kept }} name={whole} purpose="to take back" chosen={0} />
      <div className="grid w-full gap-3 sm:grid-cols-2">
        <ReasonField {...{ id, whole, look }} chosen={before?.reason ?? ''} />
        <ExchangeField
          {...{ id, whole, look, exchangeable }}
          chosen={before?.exchangeForSku ?? ''}
          payer="customer pays"
        />
      </div>
    </OrderLine>
  );
}
