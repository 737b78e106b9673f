import { Form, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import type { FulfillmentView } from '#features/orders/view/parcel-view.schema.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { TrackingFields } from '../../../components/console/tracking-fields.tsx';
import { DateTime } from '../../../components/date-time.tsx';
import { Button } from '../../../ui/button.tsx';
import { keptTracking, useOrderForm } from './order-forms.tsx';
import { OrderLine } from './order-line.tsx';

interface Props {
  order: OrderView;
  carriers: string[];
  /** Whether customers of the shop can return items. */
  takesReturns: boolean;
}

/**
 * The parcels of an order: their contents, their tracking, and buttons to mark them as delivered and
 * to take them back.
 */
export function Parcels({ order, ...props }: Props) {
  return order.fulfillments.map((parcel, index) => (
    <Parcel key={parcel.id} {...{ order, parcel, ...props }} number={index + 1} />
  ));
}

function Parcel({
  order,
  parcel,
  carriers,
  takesReturns,
  number,
}: Props & { parcel: FulfillmentView; number: number }) {
  const { id, shippedAt, deliveredAt, lines } = parcel;
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="font-sans font-semibold">
            Parcel {number}
          </h2>
          <p className="text-sm text-ink-soft">
            Sent on <DateTime iso={shippedAt} />
            {deliveredAt ? (
              <>
                , delivered on <DateTime iso={deliveredAt} />
              </>
            ) : null}
          </p>
          {deliveredAt || !takesReturns || !isReturnable(order, parcel) ? null : (
            <p className="text-sm text-ink-soft">
              Customers can return its items once it is marked as delivered.
            </p>
          )}
          <Tracking parcel={parcel} />
          <CorrectTracking order={order} parcel={parcel} carriers={carriers} />
        </div>
        {deliveredAt ? null : <ParcelForms order={order} parcel={parcel} />}
      </div>
      <ul className="divide-y divide-line">
        {lines.map(({ position, quantity }) => {
          const line = order.lines[position];
          return line ? (
            <OrderLine key={position} line={line}>
              <span className="ml-auto text-sm tabular-nums">
                {quantity} of {line.quantity}
              </span>
            </OrderLine>
          ) : null;
        })}
        {exchangesIn(order, id).map(({ position, line, exchange }) => (
          <OrderLine key={position} line={{ ...line, ...exchange }}>
            <span className="ml-auto text-sm tabular-nums">
              {exchange.quantity - exchange.released} in exchange
            </span>
          </OrderLine>
        ))}
      </ul>
    </section>
  );
}

/** Whether a parcel has anything but final sales. */
function isReturnable(order: OrderView, { id, lines }: FulfillmentView): boolean {
  const parts = [...lines, ...exchangesIn(order, id)];
  return parts.some(({ position }) => !order.lines[position]?.isFinalSale);
}

/** What a parcel has in exchange for returned items. */
function exchangesIn({ lines, returns }: OrderView, fulfillmentId: string) {
  return returns
    .flatMap((one) => one.lines)
    .flatMap(({ position, exchange }) => {
      const line = lines[position];
      return line && exchange?.fulfillmentId === fulfillmentId
        ? [{ position, line, exchange }]
        : [];
    });
}

interface ParcelOfOrder {
  order: OrderView;
  parcel: FulfillmentView;
}

/** The buttons of a parcel that is on its way. An exchange stays sent. */
function ParcelForms(props: ParcelOfOrder) {
  return (
    <div className="flex flex-wrap gap-2">
      <ParcelForm {...props} intent="deliver">
        Mark as delivered
      </ParcelForm>
      {props.parcel.lines.length > 0 ? (
        // The page asks before it does it.
        <ParcelForm {...props} intent="take-back">
          Take back
        </ParcelForm>
      ) : null}
    </div>
  );
}

function ParcelForm({
  order,
  parcel: { id },
  intent,
  children,
}: ParcelOfOrder & { intent: string; children: string }) {
  const posted = useNavigation().formData;
  const isBusy = posted?.get('intent') === intent && posted.get('fulfillment') === id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={id} />
      <input type="hidden" name="version" value={order.version} />
      <input type="hidden" name="fulfillment" value={id} />
      <Button
        name="intent"
        value={intent}
        pending={isBusy}
        aria-describedby={id}
        className={DENSE_BUTTON}
      >
        {children}
      </Button>
    </Form>
  );
}

function CorrectTracking({
  order,
  parcel,
  carriers,
}: {
  order: OrderView;
  parcel: FulfillmentView;
  carriers: string[];
}) {
  const { id } = parcel;
  const { key, kept } = useOrderForm('track', id);
  const posted = useNavigation().formData;
  const isBusy = posted?.get('intent') === 'track' && posted.get('fulfillment') === id;
  return (
    <details className="mt-1" open={kept !== null}>
      <summary className="w-fit cursor-pointer text-sm font-semibold text-accent">
        {parcel.carrier ? 'Correct tracking' : 'Add tracking'}
      </summary>
      <Form
        key={key}
        method="post"
        preventScrollReset
        className="mt-2 grid gap-3 sm:grid-cols-[14rem_14rem_auto] sm:items-end"
      >
        <input type="hidden" name="key" value={id} />
        <input type="hidden" name="version" value={order.version} />
        <input type="hidden" name="fulfillment" value={id} />
        <TrackingFields id={`${id}-`} carriers={carriers} parcel={keptTracking(kept, parcel)} />
        <Button name="intent" value="track" pending={isBusy} className={DENSE_BUTTON}>
          Save tracking
        </Button>
      </Form>
    </details>
  );
}

function Tracking({
  parcel: { carrier, trackingNumber, trackingUrl },
}: {
  parcel: FulfillmentView;
}) {
  if (!carrier) return null;
  return (
    <p className="text-sm wrap-anywhere">
      {carrier}
      {trackingNumber ? ': ' : ''}
      {trackingUrl ? (
        <a href={trackingUrl} className="link" rel="noreferrer" target="_blank">
          {trackingNumber}
        </a>
      ) : (
        trackingNumber
      )}
    </p>
  );
}
