import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { carrierNames } from '#features/fulfillment/fulfillment.ts';
import { listOrdersForStaff } from '#features/orders/orders.ts';
import { countedUpTo } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { KeysDialog } from '../../components/console/keys-dialog.tsx';
import { COUNTED, ListPages, ROWS, readRows } from '../../components/console/list-pages.tsx';
import { useListKeys } from '../../components/console/use-list-keys.ts';
import { useSelection } from '../../components/console/use-selection.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { listParams } from '../../list-window.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { afterConflicts } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { readOrderFilter, readOrderSort } from '../../staff-order-address.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/orders.ts';
import { changeOrders, type OrdersResult } from './orders/change-orders.ts';
import { FulfillQuestion } from './orders/fulfill-question.tsx';
import { OrderFilters } from './orders/order-filters.tsx';
import { OrderTable } from './orders/order-table.tsx';
import { OrdersBar } from './orders/orders-bar.tsx';

export const meta = () => privatePage('Orders', 'Every order of the shop, and what is to be sent.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const params = url.searchParams;
  const filter = readOrderFilter(params);
  const sort = readOrderSort(params);
  const limit = readRows(params);
  const after = params.get('after');
  const search = { filter, sort, limit, after, counted: COUNTED + 1 };
  const page = await orErrorPage(listOrdersForStaff(ctx, actor, search));
  const { items: rows, next, count } = page;
  return { rows, next, count, filter, sort, limit, carriers: carrierNames(ctx.shop) };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return changeOrders(visit, await readForm(context));
}

export const shouldRevalidate = afterConflicts;

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, count, filter, sort, limit, carriers } = loaderData;
  const result = actionData as OrdersResult | undefined;
  const { selected, select, selectAll } = useSelection(rows, result?.notice);
  const list = useRef<HTMLTableSectionElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [keysShown, setKeysShown] = useState(false);
  useListKeys(list, search, () => setKeysShown(true));
  const words = countedUpTo(count, COUNTED, 'order');
  useAnnounceChange(JSON.stringify([filter, sort]), words);
  return (
    <div className="px-4 lg:px-6">
      <ConsoleHeading title="Orders" about={words}>
        <ButtonLink to="/allOrders" className={DENSE_BUTTON}>
          All Orders
        </ButtonLink>
      </ConsoleHeading>
      <Result result={result} />
      <FulfillQuestion question={result?.question} carriers={carriers} />
      <Views />
      <OrderFilters filter={filter} sort={sort} isLarge={limit > ROWS} search={search} />
      {rows.length > 0 ? (
        <>
          <OrderTable
            rows={rows}
            selected={selected}
            onSelect={select}
            onSelectAll={selectAll}
            list={list}
          />
          <ListPages next={loaderData.next} limit={limit} />
          <OrdersBar count={selected.size} onClear={() => selectAll(false)} />
        </>
      ) : (
        <NoOrders />
      )}
      <KeysDialog open={keysShown} onClose={() => setKeysShown(false)} />
    </div>
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

const views = [
  { name: 'All', params: '' },
  { name: 'To ship', params: 'fulfillment=to_ship' },
  { name: 'On hold', params: 'fulfillment=on_hold' },
  { name: 'On the way', params: 'fulfillment=fulfilled' },
  { name: 'Open returns', params: 'returns=open' },
  { name: 'Unpaid', params: 'payment=unpaid' },
  { name: 'Address missing', params: 'address=missing' },
];

/** The lists that staff need most. */
function Views() {
  const params = listParams(useLocation().search, 'after', 'show');
  for (const [name, value] of [...params]) if (value === '') params.delete(name);
  return (
    <nav aria-label="Views" className="border-b border-line">
      <ul className="flex overflow-x-auto whitespace-nowrap lg:flex-wrap">
        {views.map((view) => (
          <li key={view.name}>
            <Link
              to={`?${view.params}`}
              aria-current={view.params === String(params) ? 'true' : undefined}
              className={classNames(
                'flex min-h-11 items-center border-b-2 px-3 text-sm lg:min-h-9 compact:min-h-7',
                view.params === String(params)
                  ? 'border-accent font-semibold'
                  : 'border-transparent hover:border-line-strong',
              )}
            >
              {view.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoOrders() {
  const isSearched = useLocation().search.length > 1;
  return (
    <div className="mt-4">
      {isSearched ? (
        <EmptyState title="Nothing matches">
          <ButtonLink to="/admin/orders">Show all orders</ButtonLink>
        </EmptyState>
      ) : (
        <EmptyState title="There are no orders yet" />
      )}
    </div>
  );
}
