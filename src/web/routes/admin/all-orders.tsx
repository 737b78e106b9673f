import { type ReactNode, useMemo } from 'react';
import { Form, useNavigation } from 'react-router';
import { type OrderSearch, orderSorts, orderStates } from '#features/orders/order-list.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { restoreOrder, searchOrders } from '#features/orders/orders.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';
import { Day } from '../../components/day.tsx';
import { GrowingList } from '../../components/growing-list.tsx';
import { ConfirmDeletion, useOrderToDelete } from '../../components/order/confirm-deletion.tsx';
import { DeleteOrder } from '../../components/order/delete-order.tsx';
import { OrderItems } from '../../components/order/order-items.tsx';
import { OrderSkeleton } from '../../components/order/order-skeleton.tsx';
import { orderTitleId } from '../../components/order/order-title-id.ts';
import { privatePage } from '../../components/page/page-title.ts';
import {
  choiceParam,
  LONGEST_TEXT,
  readChoice,
  readListWindow,
  readText,
} from '../../list-window.ts';
import { respondToDeletion } from '../../order-deletion.ts';
import { orErrorPage, readForm, requireAdminPage, respondToListChange } from '../../respond.ts';
import { listWithQuestions } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
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
  const searched = search.text !== null || choiceParam(search.state, orderStates) !== '';
  return { orders: page.items, next: page.next, count: page.count, search, searched, window };
}

/** Deletes an order, undoes that, or brings one back from the archive. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const form = await readForm(context);
  if (form.get('intent') === 'restore') {
    const orderId = String(form.get('orderId') ?? '');
    return respondToListChange(
      restoreOrder(visit.ctx, visit.actor, orderId),
      url,
      'order-restored',
    );
  }
  const notices = { cancelled: 'order-deleted', deleted: 'order-deleted' };
  return respondToDeletion(visit, url, form, notices);
}

export const shouldRevalidate = listWithQuestions;

export default function AllOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, next, count, search, searched, window } = loaderData;
  const { text, state, sort } = search;
  const words = counted(count, 'order');
  useAnnounceChange(JSON.stringify(search), words);
  const ids = useMemo(() => orders.map(({ id }) => id), [orders]);
  const finalFocus = useFocusAfterRemoval(ids, orderTitleId);
  const toDelete = useOrderToDelete(orders);
  return (
    <div className="page-width">
      <PageHeading title="All Orders" count={words} />
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      <ConfirmDeletion order={toDelete} from="All Orders" finalFocus={finalFocus} />
      <SearchToolbar
        label="Find orders"
        hint="Order number, buyer's name or e-mail"
        text={text}
        maxLength={LONGEST_TEXT}
      >
        <LabelledSelect label="State" name="state" choices={orderStates} chosen={state} />
        <LabelledSelect label="Sort by" name="sort" choices={orderSorts} chosen={sort} />
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
        <NoOrders searched={searched} />
      )}
    </div>
  );
}

function readOrderSearch(params: URLSearchParams): OrderSearch {
  return {
    text: readText(params),
    state: readChoice(params.get('state'), orderStates),
    sort: readChoice(params.get('sort'), orderSorts),
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

function canRefund({ payment }: OrderView): boolean {
  if (!payment) return false;
  return payment.refundedMinor + payment.refundOpenMinor < payment.amountMinor;
}

function AnyOrder({ order }: { order: OrderView }) {
  const titleId = orderTitleId(order.id);
  const busy = useNavigation().formData?.get('orderId') === order.id;
  const paid = order.payment !== null;
  const facts: [string, ReactNode][] = [
    ['Products payment', formatMoney(order.subtotalMinor)],
    ['Shipping cost', formatMoney(order.shippingMinor)],
    ['Total', formatMoney(order.totalMinor)],
    ['Address', [order.city, order.zip, order.country].filter(Boolean).join(', ')],
    ['Transaction', order.payment?.transaction],
    ['State', order.status === 'cancelled' ? 'Cancelled' : null],
    ['Refunded', order.payment?.refundedMinor ? formatMoney(order.payment.refundedMinor) : null],
    [
      'Refund pending',
      order.payment?.refundOpenMinor ? formatMoney(order.payment.refundOpenMinor) : null,
    ],
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
          <h2 id={titleId} className="scroll-mt-20 text-heading">
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
        <div className="ml-auto flex flex-wrap justify-end gap-3">
          {canRefund(order) ? (
            <ButtonLink to={`/refundOrder/${order.id}`} aria-describedby={titleId}>
              Refund
            </ButtonLink>
          ) : null}
          {order.archivedAt ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="orderId" value={order.id} />
              <Button
                look="solid"
                name="intent"
                value="restore"
                pending={busy}
                aria-describedby={titleId}
              >
                Restore
              </Button>
            </Form>
          ) : (
            <DeleteOrder orderId={order.id} titleId={titleId}>
              {'Delete From All  Order'}
            </DeleteOrder>
          )}
        </div>
      </div>
    </article>
  );
}
