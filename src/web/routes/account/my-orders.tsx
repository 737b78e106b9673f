import { listMyCancelledOrders, listMyOrders } from '#features/orders/orders.ts';
import { isReturnable } from '#features/returns/returns.ts';
import { textsOf } from '#features/texts/texts.ts';
import { soundTimeCursor } from '#shared/cursor.ts';
import { GrowingList } from '../../components/growing-list.tsx';
import { ConfirmDeletion, useOrderToDelete } from '../../components/order/confirm-deletion.tsx';
import { OrderSkeleton } from '../../components/order/order-skeleton.tsx';
import { orderHandle } from '../../components/page/order-notices.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { respondToDeletion } from '../../order-deletion.ts';
import { MAX_ORDER_LINES, readListWindow } from '../../pagination.ts';
import { orErrorPage, readForm, requireSignIn } from '../../respond.ts';
import { listWithQuestions } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs, TabPanel } from '../../ui/link-tabs.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/my-orders.ts';
import { CancelledOrder } from './my-orders/cancelled-order.tsx';
import { MyOrder } from './my-orders/my-order.tsx';

export const handle = orderHandle;

export const meta = () => privatePage('My Orders', 'Your orders, and what is still to be paid.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireSignIn(visit, url);
  const { ctx, actor } = visit;
  const asked = readListWindow(url);
  const window = { ...asked, after: soundTimeCursor(asked.after) };
  const texts = textsOf(await orErrorPage(visit.siteContent()), 'orders');
  const size = { ...window, mostLines: MAX_ORDER_LINES };
  if (url.searchParams.get('state') === 'cancelled') {
    const page = await orErrorPage(listMyCancelledOrders(ctx, actor, size));
    return {
      texts,
      shown: 'cancelled' as const,
      cancelled: page.items,
      orders: [],
      next: page.next,
      window,
    };
  }
  const page = await orErrorPage(listMyOrders(ctx, actor, size));
  const orders = page.items.map((order) => ({ ...order, mayReturn: isReturnable(ctx, order) }));
  return { texts, shown: 'orders' as const, cancelled: [], orders, next: page.next, window };
}

/** Deletes an order, or undoes that. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireSignIn(visit, url);
  const notices = { cancelled: 'order-cancelled', deleted: 'order-deleted' } as const;
  return respondToDeletion(visit, url, await readForm(context), notices);
}

export const shouldRevalidate = listWithQuestions;

const tabs = [
  { id: 'orders', label: 'Orders', to: '/myOrders' },
  { id: 'cancelled', label: 'Cancelled', to: '/myOrders?state=cancelled' },
];

export default function MyOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, shown, orders } = loaderData;
  const toDelete = useOrderToDelete(orders);
  return (
    <div className="page-width">
      <PageHeading title={texts.title} />
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      <ConfirmDeletion order={toDelete} from="My Orders" />
      <LinkTabs
        label="Which orders"
        tabs={tabs}
        selected={shown}
        className="-mx-2.5 mb-6 justify-start sm:-mx-4"
      />
      <TabPanel tab={shown}>
        <Orders {...loaderData} />
      </TabPanel>
    </div>
  );
}

function Orders({
  texts,
  shown,
  orders,
  cancelled,
  window,
  next,
}: Route.ComponentProps['loaderData']) {
  const list = {
    thing: 'order',
    skeleton: <OrderSkeleton />,
    window,
    next,
    className: 'space-y-8',
  };
  if (shown === 'cancelled') {
    return cancelled.length > 0 ? (
      <GrowingList
        {...list}
        rows={cancelled}
        renderRow={(order) => <CancelledOrder texts={texts} order={order} />}
      />
    ) : (
      <EmptyState title="You have no cancelled orders" />
    );
  }
  return orders.length > 0 ? (
    <GrowingList
      {...list}
      rows={orders}
      renderRow={(order) => <MyOrder texts={texts} order={order} />}
    />
  ) : (
    <EmptyState title={texts.none}>
      <ButtonLink look="accent" to="/">
        {texts.findSomething}
      </ButtonLink>
    </EmptyState>
  );
}
