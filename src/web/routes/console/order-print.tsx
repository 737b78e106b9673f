import { shippingRefusal } from '#features/fulfillment/allowed-changes.schema.ts';
import { MAX_SELECTED } from '#features/orders/lists/staff-orders.schema.ts';
import { linesToPack } from '#features/orders/lists/to-ship.schema.ts';
import { viewOrders } from '#features/orders/orders.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { readOrderValues } from '../../staff-order-address.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/order-print.ts';
import { PackingSlip } from './order-print/packing-slip.tsx';
import { PickList } from './order-print/pick-list.tsx';
import { slipUnits } from './order-print/slip-units.ts';

export const meta = () => privatePage('Print', 'Packing slips and pick lists.');

/** `?what=slips&order=…` shows packing slips. `what=pick` shows the pick list of the orders. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { searchParams } = url;
  const ids = readOrderValues(searchParams.getAll('order'), MAX_SELECTED).map(({ id }) => id);
  const all = await orErrorPage(viewOrders(visit.ctx, visit.actor, ids));
  const isPickList = searchParams.get('what') === 'pick';
  // Orders that must not be sent now are not picked. A slip can also be printed after everything is
  // sent, but not if nothing ever was.
  const orders = all.filter(
    (order) =>
      order.status === 'paid' &&
      (isPickList
        ? !shippingRefusal(order) && linesToPack(order).length > 0
        : slipUnits(order).length > 0),
  );
  return { orders, isPickList, leftOut: all.length - orders.length };
}

export default function OrderPrint({ loaderData }: Route.ComponentProps) {
  const { orders, isPickList, leftOut } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <div className="print:hidden">
        <p className="pt-4 text-sm">
          <Link to="/admin/orders" className="link">
            Orders
          </Link>
        </p>
        <ConsoleHeading
          title={isPickList ? 'Pick list' : 'Packing slips'}
          about={[
            counted(orders.length, 'order'),
            leftOut > 0 &&
              `${leftOut} left out: not paid, ${isPickList ? 'refunded, on hold or all sent' : 'refunded or cancelled'}`,
          ]
            .filter(Boolean)
            .join('; ')}
        >
          <Button
            type="button"
            look="accent"
            onClick={() => window.print()}
            className={`scriptless:hidden ${DENSE_BUTTON}`}
          >
            Print
          </Button>
        </ConsoleHeading>
      </div>
      {orders.length === 0 ? (
        <EmptyState title="These orders have nothing to send">
          <ButtonLink to="/admin/orders">Show all orders</ButtonLink>
        </EmptyState>
      ) : isPickList ? (
        <PickList orders={orders} />
      ) : (
        orders.map((order) => <PackingSlip key={order.id} order={order} />)
      )}
    </div>
  );
}
