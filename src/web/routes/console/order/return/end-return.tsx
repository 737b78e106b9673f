import { Form } from 'react-router';
import { refundableShipping } from '#features/orders/refunds/proposed-refund.schema.ts';
import { isRefundWithdrawn } from '#features/orders/returns/exchange-units.schema.ts';
import {
  awaitsEarlierItem,
  leftAfterExtras,
  proposedReturnRefund,
  refundOfReturn,
} from '#features/returns/refundable-lines.schema.ts';
import { LONGEST_AMOUNT } from '#shared/field-lengths.ts';
import { formatMoney } from '#shared/money.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../../components/console/dense.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckBox } from '../../../../ui/check-box.tsx';
import { keptCheck, keptText, useOrderForm } from '../order-forms.tsx';
import { ReturnFields, type ReturnProps, useReturnIntent } from './return-fields.tsx';

/** Ends a return: with a refund of what arrived, or without one. */
export function EndReturn(props: ReturnProps) {
  const { order, one } = props;
  const intent = useReturnIntent(one);
  const isWaiting = one.state === 'received' && awaitsEarlierItem(order, one);
  const isAgain = isRefundWithdrawn(order, one);
  const canRefund = (isAgain || one.state === 'received') && !isWaiting && mostOf(props) > 0;
  return (
    <div className="mt-3 space-y-3">
      {isAgain ? (
        <p className="text-sm">Its refund was withdrawn, so it can be refunded again.</p>
      ) : null}
      {canRefund ? <RefundReturn {...props} isBusy={intent === 'return-refund'} /> : null}
      {isWaiting ? (
        <p className="text-sm">
          It can be refunded once the return that it was sent for is received or closed.
        </p>
      ) : null}
      {isAgain ? null : <CloseReturn {...props} isBusy={intent === 'return-close'} />}
    </div>
  );
}

function CloseReturn({ isBusy, ...props }: ReturnProps & { isBusy: boolean }) {
  const { one } = props;
  return (
    <Form method="post" preventScrollReset>
      <ReturnFields {...props} />
      <Button
        name="intent"
        value="return-close"
        pending={isBusy}
        aria-describedby={one.id}
        className={DENSE_BUTTON}
      >
        {one.state === 'received' ? 'Close without a refund' : 'Close: the parcel does not come'}
      </Button>
    </Form>
  );
}

/** The most that can be refunded: what is left of the order's payment, and of extra payments. */
function mostOf({ order, one }: ReturnProps): number {
  const left = leftAfterExtras(order, one, { shipping: true });
  if (left !== null) return left;
  const whole = refundOfReturn(order, one, { shipping: false, amountMinor: null });
  return (order.payment?.refundableMinor ?? 0) + whole.amountMinor - whole.orderMinor;
}

function RefundReturn({ isBusy, ...props }: ReturnProps & { isBusy: boolean }) {
  const { order, one } = props;
  const { key, kept } = useOrderForm('return-refund', one.id);
  const proposed = proposedReturnRefund(order, one, { shipping: false });
  const shippingLeft = refundableShipping(order);
  return (
    <Form key={key} method="post" preventScrollReset>
      <ReturnFields {...props} />
      {shippingLeft > 0 ? (
        <CheckBox
          name="shipping"
          value="yes"
          defaultChecked={keptCheck(kept, 'shipping')}
          label={`Refund the shipping too, ${formatMoney(shippingLeft)}`}
        />
      ) : null}
      <div className="mt-2 grid gap-3 sm:grid-cols-[14rem_auto] sm:items-end sm:justify-start">
        <div>
          <label htmlFor={`${one.id}-amount`} className={DENSE_LABEL}>
            Amount, at most {formatMoney(mostOf(props))}
          </label>
          {/* An amount that was typed for other units would be refunded for none. */}
          <input
            key={proposed}
            id={`${one.id}-amount`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            maxLength={LONGEST_AMOUNT}
            placeholder={formatMoney(proposed)}
            defaultValue={keptText(kept, 'amount')}
            className={DENSE_CONTROL}
          />
        </div>
        <Button
          look="accent"
          name="intent"
          value="return-refund"
          pending={isBusy}
          aria-describedby={one.id}
          className={DENSE_BUTTON}
        >
          {one.state === 'received' ? 'Refund and close' : 'Refund again'}
        </Button>
      </div>
      <p className="mt-1 text-sm text-ink-soft lg:text-xs">
        Empty refunds the price of what came, {formatMoney(proposed)}.
      </p>
    </Form>
  );
}
