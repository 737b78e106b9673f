import { data, Form, redirect, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { deleteOrder, listAllOrders } from '#features/orders/orders.ts';
import { Day } from '../../components/day.tsx';
import { dollars } from '../../components/dollars.ts';
import { LoadMore } from '../../components/load-more.tsx';
import { OrderItems } from '../../components/order-items.tsx';
import { privatePage } from '../../components/page-title.ts';
import { readListWindow } from '../../list-window.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/all-orders.ts';

export const meta = () => privatePage('All Orders', 'Every order of the shop.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const window = readListWindow(url);
  const page = await orErrorPage(listAllOrders(visit.ctx, visit.actor, window));
  return { orders: page.items, next: page.next, window };
}

/** Deletes an order. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const form = await readForm(request);
  const orderId = String(form.get('orderId') ?? '');
  const { refusal } = await orRefusal(deleteOrder(visit.ctx, visit.actor, orderId));
  if (!refusal) return redirect('/AllOrders?notice=order-deleted');
  return data({ message: refusal.message }, { status: refusal.status });
}

export default function AllOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, next, window } = loaderData;
  return (
    <div className="page-width">
      <PageHeading title="All Orders" />
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      {orders.length > 0 ? (
        <ul className="space-y-8">
          {orders.map((order) => (
            <li key={order.id}>
              <AnyOrder order={order} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="There are no orders yet" />
      )}
      <LoadMore window={window} next={next} what="orders" />
    </div>
  );
}

function AnyOrder({ order }: { order: OrderView }) {
  const titleId = `order-${order.id}`;
  const busy = useNavigation().formData?.get('orderId') === order.id;
  const paid = order.payment !== null;
  const facts = [
    ['Products payment', dollars(order.subtotalMinor)],
    ['Shipping cost', dollars(order.shippingMinor)],
    ['Total', dollars(order.totalMinor)],
    ['Address', [order.city, order.zip, order.country].filter(Boolean).join(', ')],
    ['Transaction', order.payment?.transaction],
    ['Card', order.payment?.last4 ? `ending in ${order.payment.last4}` : null],
  ];
  return (
    <article
      aria-labelledby={titleId}
      className="rounded-panel border border-line bg-surface p-5 md:p-7"
    >
      <div className="mb-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={titleId} className="text-heading">
            {order.name}
          </h2>
          <p>
            <a href={`mailto:${order.email}`} className="link">
              {order.email}
            </a>
          </p>
          <p className="text-sm text-ink-soft">
            Order {order.number}, <Day iso={order.createdAt} />
          </p>
        </div>
        <p
          className={classNames(
            'rounded-control px-3 py-1 font-semibold',
            paid ? 'bg-success-tint text-success' : 'bg-danger-tint text-danger',
          )}
        >
          {paid ? 'Paid' : 'Not Payed'}
        </p>
      </div>
      <OrderItems number={order.number} lines={order.lines} />
      <div className="mt-5 flex flex-wrap items-end justify-between gap-6">
        <dl className="grid min-w-0 flex-1 basis-80 gap-x-10 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          {facts.map(([term, value]) =>
            value ? (
              <div key={term} className="min-w-0">
                <dt className="text-sm text-ink-soft">{term}</dt>
                <dd className="font-semibold break-words tabular-nums">{value}</dd>
              </div>
            ) : null,
          )}
          {order.status === 'cancelled' ? (
            <div>
              <dt className="text-sm text-ink-soft">State</dt>
              <dd className="font-semibold">Cancelled</dd>
            </div>
          ) : null}
        </dl>
        <Form method="post" preventScrollReset className="ml-auto">
          <Button
            look="danger"
            name="orderId"
            value={order.id}
            pending={busy}
            aria-describedby={titleId}
          >
            {'Delete From All  Order'}
          </Button>
        </Form>
      </div>
    </article>
  );
}
