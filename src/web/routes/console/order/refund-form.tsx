import { type FormEvent, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import {
  leftToRefund,
  proposedRefund,
  type RefundChoice,
  refundableShipping,
} from '#features/orders/proposed-refund.schema.ts';
import { unitsToPack } from '#features/orders/to-ship.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { UnitsOfLines } from './units-of-lines.tsx';

/** Refunds lines of a paid order and its shipping. */
export function RefundForm({ order, requestKey }: { order: OrderView; requestKey: string }) {
  if (!order.payment?.refundableMinor) return null;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm font-semibold text-accent">
        Refund items or shipping
      </summary>
      {/* What was typed stays after a refusal, unless the order has changed. */}
      <Fields key={order.version} order={order} requestKey={requestKey} />
    </details>
  );
}

function Fields({ order, requestKey }: { order: OrderView; requestKey: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'refund';
  const [{ units, shipping }, setChosen] = useState({ units: [] as number[], shipping: false });
  const leftOf = (line: OrderView['lines'][number]) =>
    leftToRefund(order, order.lines.indexOf(line));
  const open = order.lines
    .map((line, position) => ({ line, position }))
    .filter(({ line }) => leftOf(line) > 0);
  const shippingLeft = refundableShipping(order);
  const canRestock = order.lines.some((line) => line.fulfilledQuantity > line.restockedQuantity);
  const readChoice = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(currentTarget);
    setChosen({ units: typed.getAll('units').map(Number), shipping: typed.has('shipping') });
  };
  const lines = open.map(({ position }, index) => ({ position, quantity: units[index] || 0 }));
  const hasUnshipped = open.some(
    ({ line }, index) => (units[index] || 0) > line.unrefundedQuantity && unitsToPack(line) > 0,
  );
  return (
    <Form method="post" preventScrollReset onInput={readChoice}>
      <input type="hidden" name="key" value={requestKey} />
      <input type="hidden" name="version" value={order.version} />
      <UnitsOfLines lines={open.map(({ line }) => line)} leftOf={leftOf} purpose="to refund" />
      {shippingLeft > 0 ? (
        <Choice name="shipping">Shipping, {formatMoney(shippingLeft)}</Choice>
      ) : null}
      {hasUnshipped ? <NotShipped /> : null}
      {canRestock ? <Choice name="restock">Put the items back into the stock</Choice> : null}
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <AmountField order={order} choice={{ lines, shipping }} />
        <div className="min-w-0">
          <label htmlFor="refund-reason" className={DENSE_LABEL}>
            Why it is refunded (for staff)
          </label>
          <input
            id="refund-reason"
            name="reason"
            required
            maxLength={500}
            autoComplete="off"
            className={DENSE_CONTROL}
          />
        </div>
      </div>
      <Button
        look="danger"
        name="intent"
        value="refund"
        pending={isBusy}
        className={`mt-3 ${DENSE_BUTTON}`}
      >
        Refund these items
      </Button>
    </Form>
  );
}

function NotShipped() {
  return (
    <p className="mt-2 text-sm font-semibold text-danger">
      Some of what you chose is not shipped yet. If you refund its whole price, it stays on the
      order but is not chosen for parcels; for a lower amount, it is still shipped. 'Cancel items'
      refunds it, takes it off the order and puts it back into the stock.
    </p>
  );
}

function Choice({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <label className="mt-2 flex min-h-11 items-center gap-2 text-sm tabular-nums lg:min-h-8">
      <input type="checkbox" name={name} value="yes" className="size-5 accent-accent lg:size-4" />
      <span>{children}</span>
    </label>
  );
}

/** The amount to refund. If it is empty, it is the price of the choice. */
function AmountField({ order, choice }: { order: OrderView; choice: RefundChoice }) {
  const isChosen = choice.shipping || choice.lines.some(({ quantity }) => quantity > 0);
  const { amountMinor } = proposedRefund(order, choice);
  return (
    <div className="min-w-0">
      <label htmlFor="refund-amount" className={DENSE_LABEL}>
        Amount, at most {formatMoney(order.payment?.refundableMinor ?? 0)}
      </label>
      <input
        id="refund-amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        aria-describedby="refund-amount-hint"
        className={DENSE_CONTROL}
      />
      <p id="refund-amount-hint" className="mt-1 text-sm text-ink-soft lg:text-xs">
        {isChosen
          ? `Empty refunds ${formatMoney(amountMinor)}. A lower amount is spread over what you chose.`
          : 'Leave it empty to refund the prices of what you choose.'}
      </p>
    </div>
  );
}
