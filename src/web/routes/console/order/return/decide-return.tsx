import { Form } from 'react-router';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../../components/console/dense.ts';
import { Button } from '../../../../ui/button.tsx';
import { keptText, useOrderForm } from '../order-forms.tsx';
import { ReturnFields, type ReturnProps, useReturnIntent } from './return-fields.tsx';

/** Approves a return, or declines it with a reason. */
export function DecideReturn(props: ReturnProps) {
  const { one } = props;
  const intent = useReturnIntent(one);
  const { key, kept } = useOrderForm('return-decline', one.id);
  return (
    <div className="mt-3 space-y-3">
      <Form method="post" preventScrollReset>
        <ReturnFields {...props} />
        <Button
          look="accent"
          name="intent"
          value="return-approve"
          pending={intent === 'return-approve'}
          aria-describedby={one.id}
          className={DENSE_BUTTON}
        >
          Approve
        </Button>
      </Form>
      <details open={kept !== null}>
        <summary className="w-fit cursor-pointer text-sm font-semibold text-accent">
          Decline
        </summary>
        <Form
          key={key}
          method="post"
          preventScrollReset
          className="mt-2 grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end"
        >
          <ReturnFields {...props} />
          <div className="min-w-0">
            <label htmlFor={`${one.id}-reason`} className={DENSE_LABEL}>
              Reason, which the customer reads
            </label>
            <input
              id={`${one.id}-reason`}
              name="reason"
              required
              maxLength={LONGEST_NOTE}
              defaultValue={keptText(kept, 'reason')}
              autoComplete="off"
              className={DENSE_CONTROL}
            />
          </div>
          <Button
            look="danger"
            name="intent"
            value="return-decline"
            pending={intent === 'return-decline'}
            className={DENSE_BUTTON}
          >
            Decline this return
          </Button>
        </Form>
      </details>
    </div>
  );
}
