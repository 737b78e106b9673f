import type { OrderView } from '#features/orders/orders.schema.ts';
import { LONGEST_AMOUNT } from '#shared/field-lengths.ts';
import { formatMoney } from '#shared/money.ts';
import { DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { keptText } from './order-forms.tsx';

/** The amount to refund. `hint` says what an empty field refunds. */
export function RefundedAmount({
  id,
  name,
  label,
  hint,
  order,
  kept,
}: {
  id: string;
  name: string;
  label: string;
  hint: string;
  order: OrderView;
  /** The form that was refused. */
  kept: FormData | null;
}) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={DENSE_LABEL}>
        {label}, at most {formatMoney(order.payment?.refundableMinor ?? 0)}
      </label>
      <input
        id={id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={LONGEST_AMOUNT}
        defaultValue={keptText(kept, name)}
        aria-describedby={`${id}-hint`}
        className={DENSE_CONTROL}
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft lg:text-xs">
        {hint}
      </p>
    </div>
  );
}
