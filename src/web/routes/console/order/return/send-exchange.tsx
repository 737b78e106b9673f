import { Form } from 'react-router';
import { reservedOf } from '#features/orders/returns/exchange-units.schema.ts';
import { exchangeRefusal } from '#features/returns/exchange-refusal.schema.ts';
import { DENSE_BUTTON } from '../../../../components/console/dense.ts';
import { TrackingFields } from '../../../../components/console/tracking-fields.tsx';
import { Button } from '../../../../ui/button.tsx';
import { MissingAddress } from '../missing-address.tsx';
import { keptTracking, useOrderForm } from '../order-forms.tsx';
import { waitsForDifference } from './after-receipt.ts';
import { ReturnFields, type ReturnProps, useReturnIntent } from './return-fields.tsx';
import { UnpaidDifference } from './unpaid-difference.tsx';

type Props = ReturnProps & { carriers: string[]; requestKey: string };

/** Sends what is reserved in exchange for a return, or cancels it. */
export function SendExchange({ carriers, requestKey, ...props }: Props) {
  const { order, one } = props;
  const intent = useReturnIntent(one);
  if (reservedOf(one).length === 0) return null;
  const refusal = exchangeRefusal(order, one);
  return (
    <div className="mt-3 space-y-3">
      {refusal === null ? (
        <SendForm {...{ order, one, carriers }} />
      ) : refusal.code === 'payment_incomplete' ? (
        <p className="text-sm text-ink-soft">{waitsForDifference(one)}</p>
      ) : (
        <p className="text-sm font-semibold">{refusal.message}</p>
      )}
      <UnpaidDifference {...props} requestKey={requestKey} />
      {one.state === 'received' && one.lines.some(({ exchange }) => exchange === null) ? (
        <p className="text-sm text-ink-soft">
          A return is refunded once, as a whole: its other items after the exchange was sent or
          cancelled.
        </p>
      ) : null}
      <MissingAddress order={order} />
      <Form method="post" preventScrollReset>
        <ReturnFields {...props} />
        <Button
          name="intent"
          value="exchange-cancel"
          pending={intent === 'exchange-cancel'}
          aria-describedby={one.id}
          className={DENSE_BUTTON}
        >
          Cancel the exchange, refund instead
        </Button>
      </Form>
    </div>
  );
}

/** Before the return comes it is folded away. */
function SendForm({ carriers, ...props }: Omit<Props, 'requestKey'>) {
  const { one } = props;
  const intent = useReturnIntent(one);
  const { key, kept } = useOrderForm('exchange-ship', one.id);
  const isEarly = one.state === 'in_transit';
  return (
    <details open={!isEarly || kept !== null}>
      <summary className="w-fit cursor-pointer text-sm font-semibold text-accent">
        {isEarly ? 'Send the exchange before the return comes' : 'Send the exchange'}
      </summary>
      <Form
        key={key}
        method="post"
        preventScrollReset
        className="mt-2 grid gap-3 sm:grid-cols-[14rem_14rem_auto] sm:items-end sm:justify-start"
      >
        <ReturnFields {...props} />
        <TrackingFields
          id={`${one.id}-exchange-`}
          carriers={carriers}
          parcel={keptTracking(kept)}
        />
        <Button
          look={isEarly ? 'outline' : 'accent'}
          name="intent"
          value="exchange-ship"
          pending={intent === 'exchange-ship'}
          aria-describedby={one.id}
          className={DENSE_BUTTON}
        >
          Send exchange
        </Button>
      </Form>
    </details>
  );
}
