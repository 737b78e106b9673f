import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { findByCode, listStock } from '#features/inventory/inventory.ts';
import {
  type StockSearch as Search,
  stockFilters,
  stockSorts,
} from '#features/inventory/stock-list.schema.ts';
import { counted } from '#shared/counted.ts';
import { firstCharacters } from '#shared/first-characters.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { ExportLink } from '../../components/console/export-link.tsx';
import { MoreRows } from '../../components/console/more-rows.tsx';
import { ScanField } from '../../components/console/scan-field.tsx';
import { listKeys, useListKeys } from '../../components/console/use-list-keys.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { readCategory, readChoice, readListWindow, readText } from '../../pagination.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { afterConflicts } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { respondToAdjustment } from '../../stock-adjustment.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/stock.ts';
import { StockSearch } from './stock/stock-search.tsx';
import { rowIdOf, StockTable } from './stock/stock-table.tsx';

const LONGEST_CODE = 80;

export const meta = () => privatePage('Stock', 'What is on hand, reserved and available.');

export const handle = { keys: listKeys };

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const window = readListWindow(url);
  const { categories } = await orErrorPage(visit.sections());
  const search = readSearch(url.searchParams, categories);
  const code = (url.searchParams.get('scan') ?? '').replaceAll('\0', '').trim();
  const scanned = firstCharacters(code, LONGEST_CODE) || null;
  // The key makes repeated posts of a row one adjustment.
  const common = { search, scanned, window, key: crypto.randomUUID() };
  if (scanned) {
    const rows = await orErrorPage(findByCode(ctx, actor, scanned));
    return { ...common, rows, next: null, count: rows.length };
  }
  const page = await orErrorPage(listStock(ctx, actor, { ...search, ...window }));
  return { ...common, rows: page.items, next: page.next, count: page.count };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return respondToAdjustment(visit, request, url, await readForm(context));
}

export const shouldRevalidate = afterConflicts;

export default function Stock({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, count, search, scanned, window, key } = loaderData;
  const words = count === null ? '1,000+ variants' : counted(count, 'variant');
  useAnnounceChange(JSON.stringify([search, scanned]), words);
  const { field, scan, scanAgain } = useScans(loaderData);
  const list = useRef<HTMLTableSectionElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useListKeys(list, searchField);
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading title="Stock" about={words}>
        <ExportLink what="stock" />
        <ButtonLink to="/admin/stock/count" className={DENSE_BUTTON}>
          Count stock
        </ButtonLink>
        <ButtonLink to="/admin/stock/value" className={DENSE_BUTTON}>
          Value of stock
        </ButtonLink>
      </ConsoleHeading>
      <Adjusted />
      <div className="mb-3 flex flex-wrap items-start gap-x-6 gap-y-3 compact:mb-1 compact:items-end">
        <div className="min-w-0 grow">
          <StockSearch key={scanned} {...search} field={searchField} />
        </div>
        <ScanField label="Scan" ref={field} onScan={scan} />
      </div>
      {rows.length > 0 ? (
        <StockTable
          rows={rows}
          requestKey={key}
          refused={actionData}
          list={list}
          onDone={scanAgain}
        />
      ) : (
        <EmptyState title={scanned ? `No variant has the code ${scanned}` : 'Nothing matches'}>
          <ButtonLink to="/admin/stock">Show all stock</ButtonLink>
        </EmptyState>
      )}
      <MoreRows thing="variant" window={window} next={next} />
    </div>
  );
}

/** Confirms an adjustment that was made without script. */
function Adjusted() {
  const { search } = useLocation();
  if (new URLSearchParams(search).get('notice') !== 'stock-adjusted') return null;
  return (
    <Notice tone="success" className="mb-3">
      The stock is changed.
    </Notice>
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
