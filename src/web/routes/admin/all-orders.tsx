import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type {
  OrderSearch,
  OrderSort,
  OrderState,
  OrderView,
} from '#features/orders/orders.schema.ts';
import { deleteOrder, restoreOrder, searchOrders } from '#features/orders/orders.ts';
import { counted } from '../../components/counted.ts';
import { Day } from '../../components/day.tsx';
import { dollars } from '../../components/dollars.ts';
import { GrowingList } from '../../components/growing-list.tsx';
import { OrderItems } from '../../components/order/order-items.tsx';
import { OrderSkeleton } from '../../components/order/order-skeleton.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { LONGEST_TEXT, readListWindow, readText } from '../../list-window.ts';
import { answerListChange, orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchToolbar } from '../../ui/search-toolbar.tsx';
import type { Route } from './+types/all-orders.ts';

export const meta = () => privatePage('All Orders', 'Every order of the shop.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const window = readListWindow(url);
  const search = readOrderSearch(url.searchParams);
  const page = await orErrorPage(searchOrders(visit.ctx, visit.actor, { ...search, ...window }));
  return { orders: page.items, next: page.next, count: page.count, search, window };
}

/** Deletes an order, or brings it back from the archive. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const form = await readForm(request);
  const orderId = String(form.get('orderId') ?? '');
  return form.get('intent') === 'restore'
    ? answerListChange(restoreOrder(ctx, actor, orderId), url, 'order-restored')
    : answerListChange(deleteOrder(ctx, actor, orderId), url, 'order-deleted');
}

export default function AllOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, next, count, search, window } = loaderData;
  const { text, state, sort } = search;
  const words = counted(count, 'order');
  useAnnounceChange(JSON.stringify(search), words);
  return (
    <div className="page-width">
      <PageHeading title="All Orders" count={words} />
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      <SearchToolbar
        label="Find orders"
        hint="Order number, buyer's name or e-mail"
        text={text}
        maxLength={LONGEST_TEXT}
      >
        <LabelledSelect
          label="State"
          name="state"
          options={states}
          chosen={state === 'all' ? '' : state}
        />
        <LabelledSelect
          label="Sort by"
          name="sort"
          options={sorts}
          chosen={sort === 'newest' ? '' : sort}
        />
      </SearchToolbar>
      {orders.length > 0 ? (
        <GrowingList
          thing="order"
          rows={orders}
          renderRow={(order) => <AnyOrder order={order} />}
          skeleton={<OrderSkeleton />}
          total={count}
          window={window}
          next={next}
          className="space-y-8"
        />
      ) : (
        <NoOrders searched={text !== null || state !== 'all'} />
      )}
    </div>
  );
}

// The usual choice needs no word in the address.
const states: Record<'' | Exclude<OrderState, 'all'>, string> = {
  '': 'All',
  paid: 'Paid',
  open: 'Not Payed',
  cancelled: 'Cancelled',
  deleted: 'Deleted',
};
const sorts: Record<'' | Exclude<OrderSort, 'newest'>, string> = {
  '': 'Newest',
  oldest: 'Oldest',
  total: 'Highest total',
};

function readOrderSearch(params: URLSearchParams): OrderSearch {
  const state = params.get('state') ?? '';
  const sort = params.get('sort') ?? '';
  return {
    text: readText(params),
    state: Object.hasOwn(states, state) ? (state as OrderState) || 'all' : 'all',
    sort: Object.hasOwn(sorts, sort) ? (sort as OrderSort) || 'newest' : 'newest',
  };
}

function NoOrders({ searched }: { searched: boolean }) {
  if (!searched) return <EmptyState title="There are no orders yet" />;
  return (
    <EmptyState title="Nothing matches">
      <ButtonLink to="/AllOrders">Show all orders</ButtonLink>
    </EmptyState>
  );
}

function AnyOrder({ order }: { order: OrderView }) {
  const titleId = `order-${order.id}`;
  const busy = useNavigation().formData?.get('orderId') === order.id;
  const paid = order.payment !== null;
  const facts: [string, ReactNode][] = [
    ['Products payment', dollars(order.subtotalMinor)],
    ['Shipping cost', dollars(order.shippingMinor)],
    ['Total', dollars(order.totalMinor)],
    ['Address', [order.city, order.zip, order.country].filter(Boolean).join(', ')],
    ['Transaction', order.payment?.transaction],
    ['State', order.status === 'cancelled' ? 'Cancelled' : null],
    ['Given back', order.payment?.refundedMinor ? dollars(order.payment.refundedMinor) : null],
    ['Card', order.payment?.last4 ? `ending in ${order.payment.last4}` : null],
    ['Deleted', order.archivedAt ? <Day key="deleted" iso={order.archivedAt} /> : null],
  ];
  return (
    <article
      aria-labelledby={titleId}
      className="rounded-panel border border-line bg-surface p-5 md:p-7"
    >
      <div className="mb-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="wrap-anywhere">
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
        <dl className="grid min-w-0 flex-1 basis-80 grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-3 lg:gap-x-10">
          {facts.map(([term, value]) =>
            value ? (
              <div key={term} className="min-w-0">
                <dt className="text-sm text-ink-soft">{term}</dt>
                <dd className="font-semibold wrap-anywhere tabular-nums">{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
        <Form method="post" preventScrollReset className="ml-auto flex flex-wrap justify-end gap-3">
          {order.payment && order.payment.refundedMinor < order.payment.amountMinor ? (
            <ButtonLink to={`/refundOrder/${order.id}`} aria-describedby={titleId}>
              Refund
            </ButtonLink>
          ) : null}
          <input type="hidden" name="orderId" value={order.id} />
          <Button
            look={order.archivedAt ? 'solid' : 'danger'}
            name="intent"
            value={order.archivedAt ? 'restore' : 'delete'}
            pending={busy}
            aria-describedby={titleId}
            className="whitespace-pre-wrap"
          >
            {order.archivedAt ? 'Restore' : 'Delete From All  Order'}
          </Button>
        </Form>
      </div>
    </article>
  );
}
