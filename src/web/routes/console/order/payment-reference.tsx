import { LONGEST_REFERENCE } from '#shared/field-lengths.ts';
import { DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { keptText } from './order-forms.tsx';

/** What staff note about a payment outside of the shop. `kept` is what the form had. */
export function PaymentReference({ id, kept }: { id: string; kept: FormData | null }) {
  return (
    <div>
      <label htmlFor={id} className={DENSE_LABEL}>
        Reference of the payment (optional, for staff)
      </label>
      <input
        id={id}
        name="reference"
        maxLength={LONGEST_REFERENCE}
        defaultValue={keptText(kept, 'reference')}
        autoComplete="off"
        className={DENSE_CONTROL}
      />
    </div>
  );
}
