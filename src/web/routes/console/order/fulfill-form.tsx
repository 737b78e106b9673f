import { Form, useNavigation } from 'react-router';
import { shippingRefusal } from '#features/fulfillment/allowed-changes.schema.ts';
import { unitsToPack } from '#features/orders/lists/to-ship.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { isRefundedInFull } from '#features/orders/returns/exchange-units.schema.ts';
import { counted } from '#shared/counted.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { TrackingFields } from '../../../components/console/tracking-fields.tsx';
import { Button } from '../../../ui/button.tsx';
import { MissingAddress } from './missing-address.tsx';
import { keptTracking, useKeyedForm } from './order-forms.tsx';
import { OrderLine } from './order-line.tsx';
import { UnitsOfLines } from './units-of-lines.tsx';

/** The units that are still to be shipped, and the form of the next parcel. */
export function FulfillForm({
  order,
  carriers,
  ...page
}: {
  order: OrderView;
  carriers: string[];
  requestKey: string;
}) {
  const used = order.fulfillments.map((parcel) => parcel.key);
  const { key, ...form } = useKeyedForm({ intent: 'fulfill' }, page.requestKey, used);
  const open = order.lines.filter(({ unfulfilledQuantity }) => unfulfilledQuantity > 0);
  if (open.length === 0 || order.status === 'cancelled') return null;
  // Nothing is to be shipped of an order that was deleted or refunded in full.
  const isOver = order.archivedAt !== null || isRefundedInFull(order);
  const unitsOf = isOver ? unshipped : unitsToPack;
  const units = open.reduce((sum, line) => sum + unitsOf(line), 0);
  const why = shippingRefusal(order)?.message;
  return (
    <section aria-labelledby="to-ship">
      <h2 id="to-ship" className="font-sans font-semibold">
        {isOver ? 'Not shipped' : 'To ship'}: {counted(units, 'item')}
      </h2>
      {why ? <p className="mt-1 text-sm text-ink-soft">{why}</p> : null}
      {why ? (
        <ul className="divide-y divide-line">
          {open.map((line) => (
            <OrderLine key={line.variantId} line={line}>
              <span className="text-sm tabular-nums">{unitsOf(line)}</span>
            </OrderLine>
          ))}
        </ul>
      ) : (
        <ParcelForm key={key} {...{ order, open, carriers }} {...form} />
      )}
    </section>
  );
}

const unshipped = ({ unfulfilledQuantity }: OrderView['lines'][number]) => unfulfilledQuantity;

function ParcelForm({
  order,
  open,
  carriers,
  requestKey,
  kept,
}: {
  order: OrderView;
  open: OrderView['lines'];
  carriers: string[];
  requestKey: string;
  kept: FormData | null;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'fulfill';
  const refunded = open
    .filter(({ refundedToShipQuantity }) => refundedToShipQuantity > 0)
    .map(({ sku, refundedToShipQuantity }) => `${refundedToShipQuantity} of ${sku}`);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={requestKey} />
      <input type="hidden" name="version" value={order.version} />
      <UnitsOfLines lines={open} purpose="in this parcel" chosenOf={unitsToPack} kept={kept} />
      {refunded.length > 0 ? (
        <p className="mt-2 text-sm font-semibold text-danger">
          Refunded, so not chosen for this parcel: {refunded.join(', ')}. 'Cancel items' takes them
          off the order.
        </p>
      ) : null}
      <div className="mt-2 grid gap-3 sm:grid-cols-2 xl:grid-cols-[14rem_14rem_auto] xl:items-end">
        <TrackingFields id="" carriers={carriers} parcel={keptTracking(kept)} />
        <div className="sm:col-span-2 xl:col-span-1">
          <Button
            look="accent"
            name="intent"
            value="fulfill"
            pending={isBusy}
            className={DENSE_BUTTON}
          >
            Ship
          </Button>
        </div>
      </div>
      <MissingAddress order={order} className="mt-2" />
    </Form>
  );
}
