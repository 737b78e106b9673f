import Check from 'lucide-react/icons/check';
import { Form, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { deleteOrder, listMyOrders } from '#features/orders/orders.ts';
import { soundTimeCursor } from '#shared/pagination.ts';
import { Day } from '../../components/day.tsx';
import { dollars } from '../../components/dollars.ts';
import { GrowingList } from '../../components/growing-list.tsx';
import { OrderItems } from '../../components/order/order-items.tsx';
import { OrderSkeleton } from '../../components/order/order-skeleton.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { readListWindow } from '../../list-window.ts';
import { answerListChange, orErrorPage, readForm, requireSignIn } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/my-orders.ts';

export const meta = () => privatePage('My Orders', 'Your orders, and what is still to be paid.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireSignIn(visit, url);
  const asked = readListWindow(url);
  const window = { ...asked, after: soundTimeCursor(asked.after) };
  const page = await orErrorPage(listMyOrders(visit.ctx, visit.actor, window));
  return { orders: page.items, next: page.next, window };
}

/** Deletes an order. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireSignIn(visit, url);
  const orderId = String((await readForm(request)).get('orderId') ?? '');
  return answerListChange(deleteOrder(visit.ctx, visit.actor, orderId), url, 'order-deleted');
}

export default function MyOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, next, window } = loaderData;
  return (
    <div className="page-width">
      <PageHeading title="My Orders" />
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      {orders.length > 0 ? (
        <GrowingList
          thing="order"
          rows={orders}
          renderRow={(order) => <MyOrder order={order} />}
          skeleton={<OrderSkeleton />}
          window={window}
          next={next}
          className="space-y-8"
        />
      ) : (
        <EmptyState title="You have no orders yet">
          <ButtonLink look="accent" to="/">
            Find something you like
          </ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}

function MyOrder({ order }: { order: OrderView }) {
  const titleId = `order-${order.id}`;
  const busy = useNavigation().formData?.get('orderId') === order.id;
  return (
    <article
      aria-labelledby={titleId}
      className="rounded-panel border border-line bg-surface p-5 md:p-7"
    >
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={titleId} className="text-heading">
          Order {order.number}
        </h2>
        <p className="text-ink-soft">
          <Day iso={order.createdAt} />
        </p>
      </div>
      <OrderItems number={order.number} lines={order.lines} />
      <div className="mt-4 flex flex-wrap items-end justify-between gap-5">
        <div>
          <p className="text-sm text-ink-soft">
            With shipping to {order.city}, {dollars(order.shippingMinor)}
          </p>
          <p className="text-lg font-semibold tabular-nums">{dollars(order.totalMinor)}</p>
          {order.status === 'pending' ? (
            <p className="mt-1 text-[0.9375rem]">
              Please pay by <Day iso={order.paymentDueAt} />; after that it is cancelled.
            </p>
          ) : null}
          {order.payment?.refundedMinor ? (
            <p className="mt-1 text-[0.9375rem]">
              Given back to your card: {dollars(order.payment.refundedMinor)}
            </p>
          ) : null}
          {order.status === 'cancelled' ? (
            <p className="mt-1 text-[0.9375rem] font-semibold">Cancelled</p>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-3">
          {order.status === 'pending' ? (
            <ButtonLink look="accent" to={`/checkOut/${order.id}`} aria-describedby={titleId}>
              Pay Now
            </ButtonLink>
          ) : null}
          {order.status === 'paid' ? (
            // The button leads to the receipt.
            <Form action={`/checkOut/${order.id}`}>
              <Button look="success" aria-describedby={titleId}>
                <Check aria-hidden="true" className="size-4" />
                Paid
              </Button>
            </Form>
          ) : null}
          <Form method="post" preventScrollReset>
            <Button
              look="danger"
              name="orderId"
              value={order.id}
              pending={busy}
              aria-describedby={titleId}
            >
              Delete From My Order
            </Button>
          </Form>
        </div>
      </div>
    </article>
  );
}
