import { Form } from 'react-router';
import { DENSE_BUTTON } from '../../../../components/console/dense.ts';
import { Button } from '../../../../ui/button.tsx';
import { useKeyedForm, useOrderForm } from '../order-forms.tsx';
import { PaymentReference } from '../payment-reference.tsx';
import { type ReturnProps, useReturnIntent } from './return-fields.tsx';

/** What staff do about an unpaid difference: record that its money came, or waive it. */
export function UnpaidDifference({
  order,
  one,
  requestKey: fresh,
}: ReturnProps & { requestKey: string }) {
  const intent = useReturnIntent(one);
  const form = { intent: 'difference-paid', of: one.id };
  const { key, kept, requestKey } = useKeyedForm(form, fresh, []);
  const waiving = useOrderForm('difference-waive', one.id);
  if (!one.extra?.isPayable) return null;
  return (
    <Form key={key} method="post" preventScrollReset className="max-w-lg space-y-3 text-sm">
      <input type="hidden" name="key" value={requestKey} />
      <input type="hidden" name="version" value={order.version} />
      <input type="hidden" name="return" value={one.id} />
      <PaymentReference id={`${one.id}-reference`} kept={kept ?? waiving.kept} />
      <div className="flex flex-wrap gap-3">
        <Button
          name="intent"
          value="difference-paid"
          pending={intent === 'difference-paid'}
          aria-describedby={one.id}
          className={DENSE_BUTTON}
        >
          Mark the difference as paid
        </Button>
        <Button
          name="intent"
          value="difference-waive"
          pending={intent === 'difference-waive'}
          aria-describedby={one.id}
          className={DENSE_BUTTON}
        >
          Waive the difference
        </Button>
      </div>
    </Form>
  );
}
