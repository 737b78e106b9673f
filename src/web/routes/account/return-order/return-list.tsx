import { Form, useNavigation } from 'react-router';
import {
  postageLabels,
  returnReasonLabels,
  returnStateLabels,
} from '#features/orders/returns/return-labels.schema.ts';
import type { ReturnView } from '#features/orders/returns/return-view.schema.ts';
import type { FulfillmentView } from '#features/orders/view/parcel-view.schema.ts';
import { itemsInWords } from '#shared/items-in-words.ts';
import { Day } from '../../../components/day.tsx';
import { ExchangeState } from '../../../components/order/exchange-state.tsx';
import { ExtraPayment } from '../../../components/order/extra-payment.tsx';
import { RefundedElsewhere } from '../../../components/order/refunded-elsewhere.tsx';
import { ReturnPhotos } from '../../../components/order/return-photos.tsx';
import type { ReturnableLine } from '../../../components/return/returnable-parts.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { AddPhotos } from './photo-fields.tsx';

/** A return, as its customer sees it. */
interface OwnReturn extends ReturnView {
  /** Until when its parcel has to come, so that its exchanges stay reserved. */
  reservedUntil: string | null;
  /** Until when the difference to dearer variants has to be paid. */
  payUntil: string | null;
  /** A sentence that other refunds were for what came; null if none was. */
  refundedElsewhere: string | null;
  /** The parcels of its exchanges. */
  parcels: FulfillmentView[];
}

/** The returns of an order, as its customer sees them. */
export function ReturnList({
  orderId,
  returns,
  lines,
  shopAddress,
}: {
  orderId: string;
  returns: OwnReturn[];
  lines: Pick<ReturnableLine, 'name'>[];
  shopAddress: string[];
}) {
  if (returns.length === 0) return null;
  return (
    <ul aria-label="Your returns" className="mb-10 space-y-4">
      {returns.map((one) => (
        <li key={one.id} className="rounded-panel border border-line bg-surface p-5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 id={one.id} className="font-sans text-base font-semibold">
              {returnStateLabels[one.state]}
            </h2>
            <p className="text-sm text-ink-soft">
              Asked for on <Day iso={one.requestedAt} />
            </p>
          </div>
          <ul className="mt-2">
            {one.lines.map(({ position, item, quantity, received, reason, exchange }) => {
              const line = lines[position];
              return (
                <li key={position} className="wrap-anywhere">
                  {itemsInWords({ name: line?.name, variantName: item.variantName }, quantity)}
                  <span className="text-ink-soft">
                    {' '}
                    ({returnReasonLabels[reason]}
                    {received === null || received === quantity ? '' : `; ${received} came`})
                  </span>
                  {exchange ? (
                    <ExchangeState
                      name={line?.name ?? ''}
                      {...{ exchange }}
                      parcels={one.parcels}
                    />
                  ) : null}
                </li>
              );
            })}
          </ul>
          {one.postagePaidBy ? <p className="mt-2">{postageLabels[one.postagePaidBy]}</p> : null}
          <ReturnPhotos photos={one.photos} of={namesOf(one, lines)} />
          <ExtraPayment order={{ id: orderId }} one={one} until={one.payUntil} />
          <RefundedElsewhere text={one.refundedElsewhere} />
          <Next one={one} orderId={orderId} shopAddress={shopAddress} />
          <AddPhotos one={one} />
        </li>
      ))}
    </ul>
  );
}

/** The names of what a return sends back. */
function namesOf(one: OwnReturn, lines: Pick<ReturnableLine, 'name'>[]): string {
  const names = one.lines.map(({ position }) => lines[position]?.name ?? '');
  return [...new Set(names)].join(', ');
}

/** What happens next, or why nothing does. */
function Next({
  one,
  orderId,
  shopAddress,
}: {
  one: OwnReturn;
  orderId: string;
  shopAddress: string[];
}) {
  const posted = useNavigation().formData;
  if (one.state === 'requested') {
    const isBusy = posted?.get('intent') === 'withdraw' && posted.get('return') === one.id;
    return (
      <Form method="post" preventScrollReset className="mt-4">
        <input type="hidden" name="return" value={one.id} />
        <Button name="intent" value="withdraw" pending={isBusy} aria-describedby={one.id}>
          Withdraw the request
        </Button>
      </Form>
    );
  }
  if (one.state === 'in_transit') {
    return (
      <>
        <p className="mt-3">Please send the items, with the number of your order, to:</p>
        <address className="mt-1 not-italic">
          {shopAddress.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
        <p className="mt-3">
          <Link to={`/returnOrder/${orderId}/slip?return=${one.id}`} className="link font-semibold">
            Print the return slip
          </Link>
        </p>
        {one.reservedUntil ? (
          <p className="mt-3">
            Your exchange is reserved if they arrive by <Day iso={one.reservedUntil} />. If they
            arrive later, you get your money back instead.
          </p>
        ) : null}
      </>
    );
  }
  return one.declineReason ? (
    <p className="mt-3 wrap-anywhere">
      <span className="font-semibold">Reason:</span> {one.declineReason}
    </p>
  ) : null;
}
