import { useEffect, useRef, useState } from 'react';
import { data, useNavigate } from 'react-router';
import { SHELF_SUMS } from '#features/inventory/inventory.schema.ts';
import { findByCode, listStock } from '#features/inventory/inventory.ts';
import {
  type StockSearch as Search,
  stockFilters,
  stockSorts,
} from '#features/inventory/stock-list.schema.ts';
import { listViews } from '#features/saved-views/saved-views.ts';
import { countedUpTo, MOST_COUNTED } from '#shared/counted.ts';
import { firstCharacters } from '#shared/first-characters.ts';
import { ownValue } from '#shared/own-value.ts';
import { LONGEST_CODE } from '#shared/product-limits.ts';
import { AdjustedNotice } from '../../components/console/adjusted-notice.tsx';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { ExportLink } from '../../components/console/export-link.tsx';
import { ListPages, readListPage } from '../../components/console/list-pages.tsx';
import { ScanField } from '../../components/console/scan-field.tsx';
import { useLastResult } from '../../components/console/use-last-result.ts';
import { listKeys, useListKeys } from '../../components/console/use-list-keys.ts';
import { changeViews } from '../../components/console/views/change-views.ts';
import { ViewBar } from '../../components/console/views/view-bar.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { readCategory, readText } from '../../list-text.ts';
import { readChoice } from '../../pagination.ts';
import {
  orErrorPage,
  orRefusal,
  readForm,
  refusalInit,
  requireAdminPage,
  requireRows,
} from '../../respond.ts';
import { afterConflicts } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { type AdjustmentResult, respondToAdjustment } from '../../stock-adjustment.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/stock.ts';
import { StockSearch } from './stock/stock-search.tsx';
import { rowIdOf, StockTable } from './stock/stock-table.tsx';

const viewForms = changeViews('stock');

export const meta = () =>
  privatePage('Stock', 'What is on hand, reserved, available, to ship and on the shelf.');

export const handle = { keys: listKeys };

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const asked = readListPage(url.searchParams);
  const { categories } = await orErrorPage(visit.siteContent());
  const search = readSearch(url.searchParams, categories);
  const code = (url.searchParams.get('scan') ?? '').replaceAll('\0', '').trim();
  const scanned = firstCharacters(code, LONGEST_CODE) || null;
  // The key makes repeated posts of a row one adjustment.
  const common = { search, scanned, limit: asked.limit, key: crypto.randomUUID() };
  if (scanned) {
    const rows = await orErrorPage(findByCode(ctx, actor, scanned));
    return { ...common, views: [], rows, next: null, count: rows.length };
  }
  const [page, views] = await orErrorPage(
    Promise.all([listStock(ctx, actor, { ...search, ...asked }), listViews(ctx, actor, 'stock')]),
  );
  requireRows(url, page.items);
  return { ...common, views, rows: page.items, next: page.next, count: page.count };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  const changeView = ownValue(viewForms, String(posted.get('intent')));
  if (!changeView) return respondToAdjustment(visit, request, url, posted);
  const { value, refusal } = await orRefusal(changeView(visit, posted, url));
  return refusal ? data({ problem: refusal.message }, refusalInit(refusal)) : value;
}

export const shouldRevalidate = afterConflicts;

export default function Stock({ loaderData, ...props }: Route.ComponentProps) {
  const actionData = useLastResult(props.actionData);
  const { rows, next, count, search, scanned, limit, key } = loaderData;
  const refused = actionData && 'sku' in actionData ? actionData : undefined;
  const undone = actionData && 'undone' in actionData ? actionData : undefined;
  const [last, setLast] = useState<AdjustmentResult | null>(null);
  const existing = actionData && 'existing' in actionData ? actionData.existing : undefined;
  const words = countedUpTo(count, MOST_COUNTED, 'variant');
  useAnnounceChange(JSON.stringify([search, scanned]), words);
  const { field, scan, scanAgain } = useScans(loaderData);
  const list = useRef<HTMLTableSectionElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useListKeys(list, searchField);
  return (
    <div className="px-4 pb-8 lg:px-6">
      <Heading words={words} />
      <AdjustedNotice last={last} posted={undone} />
      {actionData && 'problem' in actionData ? (
        <Notice tone="danger" className="mb-3">
          {actionData.problem}
        </Notice>
      ) : null}
      {scanned ? null : (
        <div className="mb-3 compact:-mt-2 compact:mb-0">
          <ViewBar list="stock" views={loaderData.views} rows="variants" existing={existing} />
        </div>
      )}
      <div className="mb-3 flex flex-wrap items-start gap-x-6 gap-y-3 compact:mb-0 compact:items-end">
        <div className="min-w-0 grow">
          <StockSearch key={scanned} {...search} field={searchField} />
        </div>
        <ScanField label="Scan" ref={field} onScan={scan} />
      </div>
      <p className="mb-3 max-w-prose text-sm text-ink-soft compact:hidden">{SHELF_SUMS}</p>
      {rows.length > 0 ? (
        <StockTable
          rows={rows}
          requestKey={key}
          refused={refused}
          list={list}
          onDone={(result) => {
            setLast(result);
            scanAgain();
          }}
        />
      ) : (
        <EmptyState title={scanned ? `No variant has the code ${scanned}` : 'Nothing matches'}>
          <ButtonLink to="/admin/stock">Show all stock</ButtonLink>
        </EmptyState>
      )}
      {rows.length > 0 ? <ListPages next={next} limit={limit} /> : null}
    </div>
  );
}

function Heading({ words }: { words: string }) {
  return (
    <ConsoleHeading title="Stock" about={words}>
      <ExportLink what="stock" />
      <ButtonLink to="/admin/stock/count" className={DENSE_BUTTON}>
        Count stock
      </ButtonLink>
      <ButtonLink to="/admin/stock/receive" className={DENSE_BUTTON}>
        Receive stock
      </ButtonLink>
      <ButtonLink to="/admin/stock/value" className={DENSE_BUTTON}>
        Value of stock
      </ButtonLink>
    </ConsoleHeading>
  );
}

/** Moves the focus from a scanned code to the field of its row, and back for the next code. */
function useScans({ rows, scanned }: Route.ComponentProps['loaderData']) {
  const field = useRef<HTMLInputElement>(null);
  const byScan = useRef(false);
  const navigate = useNavigate();
  const firstId = rows[0]?.id;
  useEffect(() => {
    if (!scanned) return;
    byScan.current = firstId !== undefined && focusRow(firstId);
    if (!firstId) field.current?.focus();
  }, [scanned, firstId]);
  return {
    field,
    scan(code: string) {
      const row = rows.find(({ sku, barcode }) => barcode === code || sku === code);
      byScan.current = row !== undefined && focusRow(row.id);
      if (!row) void navigate(`?${new URLSearchParams({ scan: code })}`);
    },
    scanAgain() {
      if (byScan.current) field.current?.focus();
      byScan.current = false;
    },
  };
}

function focusRow(id: string): boolean {
  const row = document.getElementById(rowIdOf(id));
  const change = row?.querySelector<HTMLInputElement>('[data-change]');
  change?.focus();
  return change !== null && change !== undefined;
}

function readSearch(params: URLSearchParams, categories: readonly { id: string }[]): Search {
  return {
    text: readText(params),
    filter: readChoice(params.get('stock'), stockFilters),
    category: readCategory(params, categories),
    sort: readChoice(params.get('sort'), stockSorts),
  };
}
