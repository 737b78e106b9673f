import {
  type OrderSearch,
  orderSorts,
  orderStates,
} from '#features/orders/lists/order-list.schema.ts';
import { restoreOrder, searchOrders } from '#features/orders/orders.ts';
import { textsOf } from '#features/texts/texts.ts';
import { countedUpTo } from '#shared/counted.ts';
import { ExportLink } from '../../components/console/export-link.tsx';
import { GrowingList } from '../../components/growing-list.tsx';
import { ConfirmDeletion, useOrderToDelete } from '../../components/order/confirm-deletion.tsx';
import { OrderSkeleton } from '../../components/order/order-skeleton.tsx';
import { orderHandle, orderNotices } from '../../components/page/order-notices.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { staffNotices } from '../../components/page/staff-notices.ts';
import { consoleStyles } from '../../head/console-styles.ts';
import { LONGEST_TEXT, readText } from '../../list-text.ts';
import { respondToDeletion } from '../../order-deletion.ts';
import { choiceParam, MAX_ORDER_LINES, readChoice, readListWindow } from '../../pagination.ts';
import { respondToListChange } from '../../posted-form.ts';
import { orErrorPage, readForm, requireAdminPage, requireRows } from '../../respond.ts';
import { listWithQuestions } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchToolbar } from '../../ui/search-toolbar.tsx';
import type { Route } from './+types/all-orders.ts';
import { AnyOrder } from './all-orders/any-order.tsx';

export const handle = {
  ...orderHandle,
  notices: { ...orderNotices, ...staffNotices },
};

export const links = consoleStyles;

export const meta = () => privatePage('All Orders', 'Every order of the shop.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const window = readListWindow(url);
  const search = readOrderSearch(url.searchParams);
  const page = await orErrorPage(
    searchOrders(visit.ctx, visit.actor, { ...search, ...window, mostLines: MAX_ORDER_LINES }),
  );
  const searched = search.text !== null || choiceParam(search.state, orderStates) !== '';
  const { items: orders, next, count, countedTo } = page;
  requireRows(url, orders);
  const words = countedUpTo(count, countedTo, 'order');
  const texts = textsOf(await orErrorPage(visit.siteContent()), 'orders');
  return { texts, orders, next, count, words, search, searched, window };
}

/** Deletes an order, undoes that, or restores one from the archive. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const form = await readForm(context);
  if (form.get('intent') === 'restore') {
    const orderId = String(form.get('orderId') ?? '');
    return respondToListChange(
      restoreOrder(visit.ctx, visit.actor, orderId),
      url,
      staffNotices,
      'order-restored',
    );
  }
  const notices = { cancelled: 'order-deleted', deleted: 'order-deleted' } as const;
  return respondToDeletion(visit, url, form, notices);
}

export const shouldRevalidate = listWithQuestions;

export default function AllOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, orders, next, count, words, search, searched, window } = loaderData;
  const { text, state, sort } = search;
  useAnnounceChange(JSON.stringify(search), words);
  const toDelete = useOrderToDelete(orders);
  return (
    <div className="page-width">
      <PageHeading title="All Orders" count={words} />
      <p className="mb-4 flex flex-wrap gap-3">
        <ExportLink what="orders" />
      </p>
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      <ConfirmDeletion order={toDelete} from="All Orders" />
      <SearchToolbar
        label="Find orders"
        hint="Number of an order or invoice, name, email, phone, tracking number or SKU"
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
          renderRow={(order) => <AnyOrder texts={texts} order={order} />}
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
