import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { listAndCountForStaff } from '#features/product-management/product-management.ts';
import { listViews } from '#features/saved-views/saved-views.ts';
import { countedUpTo, MOST_COUNTED } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { ExportLink } from '../../components/console/export-link.tsx';
import { ListPages, readListPage } from '../../components/console/list-pages.tsx';
import { TypedGuard } from '../../components/console/typed-guard.tsx';
import { useLastResult } from '../../components/console/use-last-result.ts';
import { selectionKeys, useListKeys } from '../../components/console/use-list-keys.ts';
import { ViewBar } from '../../components/console/views/view-bar.tsx';
import { viewParams } from '../../components/console/views/view-params.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { afterConflicts } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { readStaffFilter, readStaffSort } from '../../staff-list-address.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/products.ts';
import { BULK_FORM, BulkBar } from './products/bulk-bar.tsx';
import { BulkQuestion } from './products/bulk-question.tsx';
import { changeProducts, type TableResult } from './products/change-products.ts';
import { ColumnChoice } from './products/column-choice.tsx';
import { readColumns } from './products/columns.ts';
import { noticeOfEdit } from './products/notice-of-edit.ts';
import { ProductFilters } from './products/product-filters.tsx';
import { ProductTable } from './products/product-table.tsx';
import { TableNotice } from './products/table-notice.tsx';
import { useProductSelection } from './products/use-product-selection.ts';

export const meta = () => privatePage('Products', 'Every product of the shop, in any status.');

export const handle = { keys: selectionKeys };

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const params = url.searchParams;
  const { categories } = await orErrorPage(visit.siteContent());
  const filter = readStaffFilter(params, categories);
  const sort = readStaffSort(params);
  const { limit, after } = readListPage(params);
  const [page, views, notice] = await orErrorPage(
    Promise.all([
      listAndCountForStaff(ctx, actor, { filter, sort, limit, after, counted: MOST_COUNTED + 1 }),
      listViews(ctx, actor, 'products'),
      noticeOfEdit(visit, url),
    ]),
  );
  const columns = readColumns(params, request.headers.get('cookie'));
  const { items: rows, next, count } = page;
  return { rows, next, count, views, filter, sort, limit, columns, notice };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return changeProducts(visit, await readForm(context), url);
}

/** A bulk edit is refused where the list is no longer what is shown, so it is loaded then. */
export const shouldRevalidate = afterConflicts;

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, count, views, filter, sort, limit, columns } = loaderData;
  const result = useLastResult(actionData as TableResult | undefined);
  const list = JSON.stringify(filter);
  const selection = useProductSelection(list, loaderData.notice?.batch);
  const lastBatch = useLastBatch(loaderData.notice?.batch);
  const { selected } = selection;
  const shown = rows.filter(({ id }) => selected.has(id));
  const table = useRef<HTMLTableSectionElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useListKeys(table, search);
  const words = countedUpTo(count, MOST_COUNTED, 'product');
  useAnnounceChange(JSON.stringify([filter, sort]), words);
  return (
    <div className="px-4 lg:px-6">
      <ConsoleHeading title="Products" about={words}>
        <SheetLink />
        <ButtonLink to="/admin/imports" className={DENSE_BUTTON}>
          Import
        </ButtonLink>
        <ExportLink what="products" />
        <ButtonLink look="accent" to="/admin/products/new" className={DENSE_BUTTON}>
          Add product
        </ButtonLink>
      </ConsoleHeading>
      <TypedGuard within={`#${BULK_FORM}`} />
      <TableNotice notice={result?.notice ?? loaderData.notice} />
      <BulkQuestion question={result?.question} />
      <ViewBar list="products" views={views} rows="products" existing={result?.existing}>
        <ColumnChoice columns={columns} />
      </ViewBar>
      <ProductFilters filter={filter} sort={sort} search={search} />
      {rows.length > 0 ? (
        <>
          <ProductTable
            rows={rows}
            columns={columns}
            sort={sort}
            selected={selected}
            onSelect={selection.select}
            list={table}
          />
          <ListPages next={loaderData.next} limit={limit} />
        </>
      ) : (
        <NoProducts />
      )}
      <BulkBar
        key={lastBatch}
        list={rows.length > 0 ? list : null}
        selected={selected}
        elsewhere={selected.size - shown.length}
        problem={selection.problem}
        matching={count > rows.length ? words : null}
        onClear={selection.clear}
      />
    </div>
  );
}

/** The last bulk edit, also when its notice is gone: the bar starts anew after each. */
function useLastBatch(batch: string | undefined) {
  const [last, setLast] = useState(batch);
  if (batch && batch !== last) setLast(batch);
  return last;
}

/** Opens all products that fit the filters in a sheet. */
function SheetLink() {
  const params = viewParams(useLocation().search);
  return (
    <ButtonLink
      to={`/admin/products/sheet?${params}`}
      className={`scriptless:hidden ${DENSE_BUTTON}`}
    >
      Edit all in a sheet
    </ButtonLink>
  );
}

function NoProducts() {
  const isSearched = useLocation().search.length > 1;
  return isSearched ? (
    <EmptyState title="Nothing matches">
      <ButtonLink to="/admin/products">Show all products</ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState title="The shop has no products yet">
      <ButtonLink look="accent" to="/admin/products/new">
        Add the first product
      </ButtonLink>
      <p className="w-full text-sm text-ink-soft">
        Or{' '}
        <Link to="/admin/imports" className="link">
          import a CSV file
        </Link>
      </p>
    </EmptyState>
  );
}
