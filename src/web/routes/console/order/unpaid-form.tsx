import { Form, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { LONGEST_REFERENCE } from '#shared/field-lengths.ts';
import { formatMoney } from '#shared/money.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { Button } from '../../../ui/button.tsx';
import { keptText, useKeyedForm, useOrderForm } from './order-forms.tsx';

/** What staff do about an unpaid order: record that its money came, or cancel it. */
export function UnpaidForm({ order, ...page }: { order: OrderView; requestKey: string }) {
  const intent = useNavigation().formData?.get('intent');
  const { key, kept, requestKey } = useKeyedForm({ intent: 'mark-paid' }, page.requestKey, []);
  const cancelling = useOrderForm('cancel-order');
  if (order.status !== 'pending') return null;
  return (
    <section aria-labelledby="unpaid">
      <h2 id="unpaid" className="mb-2 font-sans font-semibold">
        To be paid: {formatMoney(order.totalMinor)}
      </h2>
      <Form key={key} method="post" preventScrollReset className="space-y-3 text-sm">
        <input type="hidden" name="key" value={requestKey} />
        <input type="hidden" name="version" value={order.version} />
        <p className="text-ink-soft">
          It is cancelled if it is not paid by <DateTime iso={order.paymentDueAt} />. If the money
          came in cash or by bank transfer, mark it as paid.
        </p>
        <div>
          <label htmlFor="payment-reference" className={DENSE_LABEL}>
            Reference of the payment (optional, for staff)
          </label>
          <input
            id="payment-reference"
            name="reference"
            maxLength={LONGEST_REFERENCE}
            defaultValue={keptText(kept ?? cancelling.kept, 'reference')}
            autoComplete="off"
            className={DENSE_CONTROL}
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            look="solid"
            name="intent"
            value="mark-paid"
            pending={intent === 'mark-paid'}
            className={`px-3 ${DENSE_BUTTON}`}
          >
            Mark as paid
          </Button>
          <Button
            look="danger"
            name="intent"
            value="cancel-order"
            pending={intent === 'cancel-order'}
            className={DENSE_BUTTON}
          >
            Cancel order
          </Button>
        </div>
      </Form>
    </section>
  );
}
