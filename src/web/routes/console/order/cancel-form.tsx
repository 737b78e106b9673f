import { type FormEvent, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { cancellationRefusal } from '#features/fulfillment/allowed-changes.schema.ts';
import { proposedCancellationRefund } from '#features/fulfillment/cancellation-refund.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { UnitsOfLines } from './units-of-lines.tsx';

/** Cancels units of a paid order before they are shipped. */
export function CancelForm({ order, requestKey }: { order: OrderView; requestKey: string }) {
  if (cancellationRefusal(order)) return null;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm font-semibold text-accent">
        Cancel items
      </summary>
      {/* What was typed stays after a refusal, unless the order has changed. */}
      <Fields key={order.version} order={order} requestKey={requestKey} />
    </details>
  );
}

function Fields({ order, requestKey }: { order: OrderView; requestKey: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'cancel';
  const [units, setUnits] = useState<number[]>([]);
  const open = order.lines
    .map((line, position) => ({ line, position }))
    .filter(({ line }) => line.unfulfilledQuantity > 0);
  const readUnits = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setUnits(new FormData(currentTarget).getAll('units').map(Number));
  const chosen = open.map(({ position }, index) => ({ position, quantity: units[index] || 0 }));
  return (
    <Form method="post" preventScrollReset onInput={readUnits}>
      <input type="hidden" name="key" value={requestKey} />
      <input type="hidden" name="version" value={order.version} />
      <UnitsOfLines lines={open.map(({ line }) => line)} purpose="to cancel" />
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <RefundField order={order} chosen={chosen} />
        <div className="min-w-0">
          <label htmlFor="cancel-note" className={DENSE_LABEL}>
            Note (optional, for staff)
          </label>
          <input
            id="cancel-note"
            name="note"
            maxLength={200}
            autoComplete="off"
            className={DENSE_CONTROL}
          />
        </div>
      </div>
      <label className="mt-3 flex min-h-11 items-center gap-2 text-sm lg:min-h-8">
        <input
          type="checkbox"
          name="restock"
          value="yes"
          defaultChecked
          className="size-5 accent-accent lg:size-4"
        />
        Put them back into the stock
      </label>
      <Button
        look="danger"
        name="intent"
        value="cancel"
        pending={isBusy}
        className={`mt-2 ${DENSE_BUTTON}`}
      >
        Cancel these items
      </Button>
    </Form>
  );
}

/** The amount to refund. If it is empty, it is the price of the chosen units. */
function RefundField({
  order,
  chosen,
}: {
  order: OrderView;
  chosen: { position: number; quantity: number }[];
}) {
  return (
    <div className="min-w-0">
      <label htmlFor="cancel-refund" className={DENSE_LABEL}>
        Refund, at most {formatMoney(order.payment?.refundableMinor ?? 0)}
      </label>
      <input
        id="cancel-refund"
        name="refund"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        aria-describedby="cancel-refund-hint"
        className={DENSE_CONTROL}
      />
      <p id="cancel-refund-hint" className="mt-1 text-sm text-ink-soft lg:text-xs">
        {chosen.some(({ quantity }) => quantity > 0)
          ? `Empty refunds ${formatMoney(proposedCancellationRefund(order, chosen))}; 0 refunds nothing.`
          : 'Leave it empty to refund what is cancelled.'}
      </p>
    </div>
  );
}
