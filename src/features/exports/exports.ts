/**
 * Owns the CSV files that staff download. Promises: only admins get them; they are read in batches,
 * so memory does not grow with a shop; spreadsheets read no cell as a formula, and no cell holds a
 * secret; an export of orders, documents or customers is in the audit log. The columns of each file
 * are in its `…-rows.ts`. The columns of products are in `product-management/product-csv.schema.ts`,
 * because `product-management/import/` reads that file.
 */
import { addDays, startOfDay } from '#shared/days.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { streamCustomers } from '../customers/customers.ts';
import { streamStockIds } from '../inventory/inventory.ts';
import type { StockSearch } from '../inventory/stock-list.schema.ts';
import type { OrderState } from '../orders/lists/order-list.schema.ts';
import type { StaffOrderFilter } from '../orders/lists/staff-orders.schema.ts';
import {
  streamAllDocuments,
  streamListedOrders,
  streamOrders,
  viewOrders,
} from '../orders/orders.ts';
import { type CostReader, requireAdmin, requireCosts } from '../permissions.ts';
import { productCsvColumns } from '../product-management/product-csv.schema.ts';
import type { StaffProductFilter } from '../product-management/product-management.schema.ts';
import {
  streamListedProducts,
  streamSelectedProducts,
  streamStaffProducts,
} from '../product-management/product-management.ts';
import type { StaffFilter } from '../product-management/staff-list.schema.ts';
import { toCsv } from './csv.ts';
import { customerColumns, toCustomerRow } from './customer-export.ts';
import { documentColumns, toDocumentRow } from './document-export.ts';
import { selectStock, selectStockOf } from './exports.store.ts';
import { orderColumns, toOrderRow } from './order-export.ts';
import { productRows } from './product-export.ts';
import { stockColumns, toStockRow } from './stock-export.ts';

/** Rows per query. */
const BATCH = 500;

export interface OrderFilter {
  status?: OrderState | undefined;
  /** A part of the number, the buyer's name or the email. */
  q?: string | undefined;
  /** Days of the shop's time zone, such as 2026-11-22. Both are included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The products that fit, in Shopify's format (admin). */
export function exportProducts(
  ctx: Ctx,
  actor: Actor,
  filter: StaffProductFilter,
): AsyncIterable<string> {
  const batches = streamStaffProducts(ctx, actor, filter);
  return toCsv(
    productCsvColumns,
    mapBatches(batches, (products) => products.flatMap((one) => productRows(one, ctx))),
  );
}

/** The products that the console's table shows with this filter, on all of its pages (admin). */
export function exportListedProducts(
  ctx: Ctx,
  actor: Actor,
  filter: StaffFilter,
): AsyncIterable<string> {
  const batches = streamListedProducts(ctx, actor, filter);
  return toCsv(
    productCsvColumns,
    mapBatches(batches, (products) => products.flatMap((one) => productRows(one, ctx))),
  );
}

/** These products in their order; unknown ones are left out (admin). */
export function exportSelectedProducts(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
): AsyncIterable<string> {
  const batches = streamSelectedProducts(ctx, actor, ids);
  return toCsv(
    productCsvColumns,
    mapBatches(batches, (products) => products.flatMap((one) => productRows(one, ctx))),
  );
}

/** The stock of all variants, or of those that a search in the console's list finds (admin). */
export async function* exportStock(
  ctx: Ctx,
  actor: Actor,
  search: StockSearch | null = null,
): AsyncGenerator<string> {
  const reader = requireCosts(actor);
  const batches = search
    ? stockOf(ctx, reader, streamStockIds(ctx, actor, search))
    : byId((after) => selectStock(ctx.db, reader, BATCH, after));
  yield* toCsv(
    stockColumns,
    mapBatches(batches, (rows) => rows.map(toStockRow)),
  );
}

async function* stockOf(ctx: Ctx, reader: CostReader, batches: AsyncIterable<string[]>) {
  for await (const ids of batches) yield await selectStockOf(ctx.db, reader, ids);
}

/** The orders that fit, newest first (admin). */
export async function* exportOrders(
  ctx: Ctx,
  actor: Actor,
  filter: OrderFilter,
): AsyncGenerator<string> {
  const admin = requireAdmin(actor);
  await recordAudit(ctx.db, admin.id, 'export.orders', 'orders.csv', withoutText(filter));
  const { status = 'all', q } = filter;
  const { from, before } = periodOf(ctx, filter);
  const batches = streamOrders(ctx, actor, {
    text: q || null,
    state: status,
    sort: 'newest',
    placedFrom: from?.toISOString(),
    placedBefore: before?.toISOString(),
  });
  yield* toCsv(
    orderColumns,
    mapBatches(batches, (orders) => orders.map(toOrderRow)),
  );
}

/** The orders that the console's table shows with this filter, on all of its pages (admin). */
export async function* exportListedOrders(
  ctx: Ctx,
  actor: Actor,
  filter: StaffOrderFilter,
): AsyncGenerator<string> {
  const admin = requireAdmin(actor);
  await recordAudit(ctx.db, admin.id, 'export.orders', 'orders.csv', toFacts(filter));
  const batches = streamListedOrders(ctx, actor, filter);
  yield* toCsv(
    orderColumns,
    mapBatches(batches, (orders) => orders.map(toOrderRow)),
  );
}

/** These orders, at most a page of the console's table; unknown ones are left out (admin). */
export async function* exportSelectedOrders(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
): AsyncGenerator<string> {
  const admin = requireAdmin(actor);
  await recordAudit(ctx.db, admin.id, 'export.orders', 'orders.csv', { orders: ids });
  const orders = await viewOrders(ctx, actor, ids);
  yield* toCsv(orderColumns, oneBatch(orders.map(toOrderRow)));
}

/** The invoices and credit notes that were issued in a period, by time (admin). */
export async function* exportDocuments(
  ctx: Ctx,
  actor: Actor,
  { from, to }: Pick<OrderFilter, 'from' | 'to'>,
): AsyncGenerator<string> {
  const admin = requireAdmin(actor);
  await recordAudit(ctx.db, admin.id, 'export.documents', 'documents.csv', { from, to });
  const batches = streamAllDocuments(ctx, actor, periodOf(ctx, { from, to }), BATCH);
  yield* toCsv(
    documentColumns,
    mapBatches(batches, (documents) => documents.map(toDocumentRow)),
  );
}

/** The customers with an account that the console's table finds with this text, or all (admin). */
export async function* exportCustomers(
  ctx: Ctx,
  actor: Actor,
  filter: Pick<OrderFilter, 'q'>,
): AsyncGenerator<string> {
  const admin = requireAdmin(actor);
  await recordAudit(ctx.db, admin.id, 'export.customers', 'customers.csv', withoutText(filter));
  const batches = streamCustomers(ctx, actor, filter.q || null);
  const { currency } = ctx.shop;
  yield* toCsv(
    customerColumns,
    mapBatches(batches, (rows) => rows.map((row) => toCustomerRow(row, currency))),
  );
}

/** When the first day begins, and when the last one is over. */
function periodOf(
  { shop: { timeZone } }: Ctx,
  { from, to }: Pick<OrderFilter, 'from' | 'to'>,
): Record<'from' | 'before', Date | null> {
  return {
    from: from ? startOfDay(from, timeZone) : null,
    before: to ? startOfDay(addDays(to, 1), timeZone) : null,
  };
}

/** A filter for the audit log. It is never cleaned, so it must not keep what may be an email. */
function withoutText({ q, ...filter }: OrderFilter) {
  return q ? { ...filter, hasText: true } : filter;
}

/** The parts of the filter that limit the list; of what staff typed, only that there is some. */
function toFacts({ text, product, tag, payment, ...filter }: StaffOrderFilter) {
  const limits = Object.entries(filter).filter(([, value]) => value && value !== 'any');
  return {
    ...Object.fromEntries(limits),
    ...(payment.length > 0 && { payment: payment.join(', ') }),
    ...(text !== null && { hasText: true }),
    ...(product !== null && { hasProduct: true }),
    ...(tag !== null && { hasTag: true }),
  };
}

/** Reads rows by id until there are no more. */
async function* byId<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: Row[] = await read(after);
    yield rows;
    after = rows.length === BATCH ? rows.at(-1)?.id : undefined;
  }
}

async function* oneBatch<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

async function* mapBatches<From, To>(
  batches: AsyncIterable<From[]>,
  map: (batch: From[]) => To[],
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield map(batch);
}
