import { Form, useNavigation } from 'react-router';
import { cancellationRefusal } from '#features/fulfillment/allowed-changes.schema.ts';
import { proposedCancellationRefund } from '#features/fulfillment/cancellation-refund.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { LONGEST_ORDER_REASON } from '#shared/field-lengths.ts';
import { formatMoney } from '#shared/money.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { keptCheck, keptText, useKeyedForm } from './order-forms.tsx';
import { RefundedAmount } from './refunded-amount.tsx';
import { UnitsOfLines, unitsKey } from './units-of-lines.tsx';
import { useTyped } from './use-typed.ts';

/** Cancels units of a paid order before they are shipped. */
export function CancelForm({ order, ...page }: { order: OrderView; requestKey: string }) {
  const used = order.cancellations.map((one) => one.key);
  const { key, ...form } = useKeyedForm({ intent: 'cancel' }, page.requestKey, used);
  if (cancellationRefusal(order)) return null;
  return (
    <details open={form.kept !== null}>
      <summary className="w-fit cursor-pointer text-sm font-semibold text-accent">
        Cancel items
      </summary>
      <Fields key={key} order={order} {...form} />
    </details>
  );
}

function Fields({
  order,
  requestKey,
  kept,
}: {
  order: OrderView;
  requestKey: string;
  kept: FormData | null;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'cancel';
  const { form, typed } = useTyped(order.version);
  const units = typed?.getAll('units').map(Number) ?? [];
  const open = order.lines
    .map((line, position) => ({ line, position }))
    .filter(({ line }) => line.unfulfilledQuantity > 0);
  const offered = open.map(({ line }) => line);
  const chosen = open.map(({ position }, index) => ({ position, quantity: units[index] || 0 }));
  return (
    <Form {...form} method="post" preventScrollReset>
      <input type="hidden" name="key" value={requestKey} />
      <input type="hidden" name="version" value={order.version} />
      <UnitsOfLines lines={offered} purpose="to cancel" kept={kept} />
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <RefundField key={unitsKey(offered)} {...{ order, chosen, kept }} />
        <div className="min-w-0">
          <label htmlFor="cancel-note" className={DENSE_LABEL}>
            Note (optional, for staff)
          </label>
          <input
            id="cancel-note"
            name="note"
            maxLength={LONGEST_ORDER_REASON}
            defaultValue={keptText(kept, 'note')}
            autoComplete="off"
            className={DENSE_CONTROL}
          />
        </div>
      </div>
      <CheckBox
        name="restock"
        value="yes"
        defaultChecked={keptCheck(kept, 'restock', true)}
        label="Put them back into the stock"
        className="mt-3"
      />
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
  chosen,
  ...props
}: {
  order: OrderView;
  chosen: { position: number; quantity: number }[];
  kept: FormData | null;
}) {
  const proposed = formatMoney(proposedCancellationRefund(props.order, chosen));
  const hint = chosen.some(({ quantity }) => quantity > 0)
    ? `Empty refunds ${proposed}; 0 refunds nothing.`
    : 'Leave it empty to refund what is cancelled.';
  return <RefundedAmount id="cancel-refund" name="refund" label="Refund" hint={hint} {...props} />;
}
