import { useRef } from 'react';
import { useLocation } from 'react-router';
import { nameAccounts } from '#features/accounts/accounts.ts';
import { carrierNames } from '#features/fulfillment/fulfillment.ts';
import { listOrderCountries, listOrdersForStaff, listOrderTags } from '#features/orders/orders.ts';
import { productNames } from '#features/product-management/product-management.ts';
import { listViews } from '#features/saved-views/saved-views.ts';
import { countedUpTo, MOST_COUNTED } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { ExportLink } from '../../components/console/export-link.tsx';
import { ListPages, readListPage } from '../../components/console/list-pages.tsx';
import { ordersInTab } from '../../components/console/tab-selection.ts';
import { TypedGuard } from '../../components/console/typed-guard.tsx';
import { useLastResult } from '../../components/console/use-last-result.ts';
import { selectionKeys, useListKeys } from '../../components/console/use-list-keys.ts';
import { useSelection } from '../../components/console/use-selection.ts';
import { ViewBar } from '../../components/console/views/view-bar.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { afterConflicts } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import {
  dayParams,
  orderFilterParams,
  readOrderFilter,
  readOrderSort,
} from '../../staff-order-address.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/orders.ts';
import { changeOrders, type OrdersResult } from './orders/change-orders.ts';
import { DeliveryQuestion } from './orders/delivery-question.tsx';
import { FulfillQuestion } from './orders/fulfill-question.tsx';
import { OrderFilters } from './orders/order-filters.tsx';
import { OrderTable } from './orders/order-table.tsx';
import { ORDERS_FORM, OrdersBar } from './orders/orders-bar.tsx';
import { OtherCase } from './orders/other-case.tsx';
import { TagQuestion } from './orders/tag-question.tsx';
import { Tagging } from './orders/tagging.tsx';

export const meta = () => privatePage('Orders', 'Every order of the shop, and what is to be sent.');

export const handle = { keys: selectionKeys };

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const params = url.searchParams;
  const filter = readOrderFilter(params);
  const sort = readOrderSort(params);
  const { limit, after } = readListPage(params);
  const search = { filter, sort, limit, after, counted: MOST_COUNTED + 1 };
  const [page, countries, tags, views, names, products] = await orErrorPage(
    Promise.all([
      listOrdersForStaff(ctx, actor, search),
      listOrderCountries(ctx, actor, filter.country),
      listOrderTags(ctx, actor),
      listViews(ctx, actor, 'orders'),
      nameAccounts(ctx, actor, filter.customer === null ? [] : [filter.customer]),
      productNames(ctx, actor, filter.productId === null ? [] : [filter.productId]),
    ]),
  );
  const { items: rows, next } = page;
  const customer = names.get(filter.customer ?? '') ?? null;
  const product = products[filter.productId ?? ''] ?? null;
  const carriers = carrierNames(ctx.shop);
  const takesReturns = ctx.shop.returns.days > 0;
  const words = countedUpTo(page.count, page.countedTo, 'order');
  return {
    rows,
    next,
    words,
    countries,
    tags,
    views,
    customer,
    product,
    filter,
    sort,
    limit,
    carriers,
    takesReturns,
  };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return changeOrders(visit, await readForm(context), url);
}

export const shouldRevalidate = afterConflicts;

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, words, tags, filter, sort, limit, carriers } = loaderData;
  const result = useLastResult(actionData as OrdersResult | undefined);
  const done = result?.kept ? undefined : result?.notice;
  const { selected, round, select, selectAll } = useSelection(rows, {
    tab: ordersInTab,
    list: JSON.stringify(filter),
    done,
    kept: result?.kept?.ids,
  });
  const list = useRef<HTMLTableSectionElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useListKeys(list, search);
  useAnnounceChange(JSON.stringify([filter, sort]), words);
  return (
    <div className="px-4 lg:px-6">
      <ConsoleHeading title="Orders" about={<About {...loaderData} />}>
        <ExportLink what="orders" params={orderFilterParams(filter)} />
        <ExportLink what="documents" params={dayParams(filter)} />
        <ButtonLink to="/allOrders" className={DENSE_BUTTON}>
          All Orders
        </ButtonLink>
      </ConsoleHeading>
      <Result result={result} />
      <FulfillQuestion question={result?.question} carriers={carriers} />
      <DeliveryQuestion question={result?.delivery} takesReturns={loaderData.takesReturns} />
      <TagQuestion question={result?.tagging} />
      <ViewBar list="orders" views={loaderData.views} rows="orders" existing={result?.existing} />
      <OrderFilters
        filter={filter}
        sort={sort}
        countries={loaderData.countries}
        tags={tags}
        search={search}
      />
      {rows.length > 0 ? (
        <>
          <OrderTable
            rows={rows}
            selection={{ selected, onSelect: select, onSelectAll: selectAll }}
            list={list}
          />
          <ListPages next={loaderData.next} limit={limit} />
          <TypedGuard within={`#${ORDERS_FORM}`} />
          <OrdersBar
            selected={selected}
            onClear={() => selectAll(false)}
            tagging={<Tagging key={round} kept={result?.kept} tags={tags} />}
          />
        </>
      ) : (
        <NoOrders tag={filter.tag} tags={tags} />
      )}
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** How many orders fit, and of which customer and with which product when the table has one alone. */
function About({
  words,
  customer,
  product,
  filter,
}: Pick<Loaded, 'words' | 'customer' | 'product' | 'filter'>) {
  const name = (text: string, to: string) => (
    <Link to={to} className="link wrap-anywhere">
      {text}
    </Link>
  );
  return (
    <>
      {words}
      {customer ? <> of {name(customer, `/admin/customers/${filter.customer}`)}</> : null}
      {product ? <> with {name(product, `/admin/products/${filter.productId}`)}</> : null}
    </>
  );
}

function Result({ result }: { result: OrdersResult | undefined }) {
  if (!result?.notice) return null;
  const { notice, refused = [] } = result;
  return (
    <Notice tone={notice.tone} className="mb-3">
      <p>{notice.text}</p>
      {refused.length > 0 ? (
        <ul>
          {refused.map(({ id, number, refusal }) => (
            <li key={id}>
              <Link to={`/admin/orders/${id}`} className="link">
                {number}
              </Link>
              : {refusal}
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}

function NoOrders({ tag, tags }: { tag: string | null; tags: string[] }) {
  const isSearched = useLocation().search.length > 1;
  return (
    <div className="mt-4">
      {isSearched ? (
        <EmptyState title="Nothing matches">
          {tag === null ? null : <OtherCase tag={tag} tags={tags} />}
          <ButtonLink to="/admin/orders">Show all orders</ButtonLink>
        </EmptyState>
      ) : (
        <EmptyState title="There are no orders yet" />
      )}
    </div>
  );
}
