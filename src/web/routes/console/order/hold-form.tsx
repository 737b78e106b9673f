import { Form, useNavigation } from 'react-router';
import { holdRefusal } from '#features/fulfillment/allowed-changes.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { LONGEST_ORDER_REASON } from '#shared/field-lengths.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { Button } from '../../../ui/button.tsx';
import { keptText, useOrderForm } from './order-forms.tsx';

/** Puts a paid order on hold, or ends the hold. */
export function HoldForm({ order, requestKey }: { order: OrderView; requestKey: string }) {
  const intent = useNavigation().formData?.get('intent');
  const { key, kept } = useOrderForm('hold');
  const { heldAt, version } = order;
  if (holdRefusal(order)) return null;
  return (
    <section aria-labelledby="hold">
      <h2 id="hold" className="mb-2 font-sans font-semibold">
        {heldAt ? 'On hold' : 'Hold'}
      </h2>
      <Form key={key} method="post" preventScrollReset className="space-y-3 text-sm">
        <input type="hidden" name="key" value={requestKey} />
        <input type="hidden" name="version" value={version} />
        {heldAt ? (
          <p>
            Nothing is sent since <DateTime iso={heldAt} />.
          </p>
        ) : (
          <div>
            <label htmlFor="hold-reason" className={DENSE_LABEL}>
              Reason (optional, for staff)
            </label>
            <input
              id="hold-reason"
              name="reason"
              maxLength={LONGEST_ORDER_REASON}
              defaultValue={keptText(kept, 'reason')}
              autoComplete="off"
              className={DENSE_CONTROL}
            />
          </div>
        )}
        <Button
          name="intent"
          value={heldAt ? 'release' : 'hold'}
          pending={intent === 'hold' || intent === 'release'}
          className={DENSE_BUTTON}
        >
          {heldAt ? 'Release' : 'Put on hold'}
        </Button>
      </Form>
    </section>
  );
}
