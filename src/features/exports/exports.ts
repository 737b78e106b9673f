/**
 * Owns the CSV files that staff download. Promises: only admins get them; they are read in batches,
 * so memory does not grow with a shop; no cell is a formula for a spreadsheet, and none holds a
 * secret; an export of orders, documents or customers is in the audit
 * log. `import/` of
 * `product-management/` reads the file of products again.
 */
import { toDecimal, toDecimalText } from '#shared/money.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { type DocumentView, documentNames } from '../documents/documents.schema.ts';
import { streamStockIds } from '../inventory/inventory.ts';
import type { StockSearch } from '../inventory/stock-list.schema.ts';
import { type OrderState, orderStates } from '../orders/order-list.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { streamAllDocuments, streamOrders } from '../orders/orders.ts';
import { returnLabels } from '../orders/return-labels.schema.ts';
import { fulfillmentLabels } from '../orders/staff-orders.schema.ts';
import { productCsvColumns } from '../product-management/product-csv.schema.ts';
import type { StaffProductFilter } from '../product-management/product-management.schema.ts';
import {
  streamListedProducts,
  streamStaffProducts,
} from '../product-management/product-management.ts';
import { productStatusLabels } from '../product-management/product-status.schema.ts';
import type { StaffFilter } from '../product-management/staff-list.schema.ts';
import { type CsvRow, toCsv } from './csv.ts';
import { selectCustomers, selectStock, selectStockOf } from './exports.store.ts';
import { productRows } from './product-rows.ts';

/** Rows per query. */
const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1_000;

export interface OrderFilter {
  status?: OrderState | undefined;
  /** A part of the number, the buyer's name or the email. */
  q?: string | undefined;
  /** Days of UTC, such as 2026-11-22; both belong to the export. */
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
    mapBatches(batches, (products) => products.flatMap(productRows)),
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
    mapBatches(batches, (products) => products.flatMap(productRows)),
  );
}

const stockColumns = [
  'SKU',
  'Barcode',
  'Product',
  'Handle',
  'Status',
  'Size',
  'Color',
  'Option',
  'Price',
  'Cost',
  'On hand',
  'Reserved',
  'Available',
  'Low stock at',
  'Archived',
] as const;

/** The stock of every variant, or of those that a search of the console's list finds (admin). */
export async function* exportStock(
  ctx: Ctx,
  actor: Actor,
  search: StockSearch | null = null,
): AsyncGenerator<string> {
  requireAdmin(actor);
  const batches = search
    ? stockOf(ctx, streamStockIds(ctx, actor, search))
    : byId((after) => selectStock(ctx.db, BATCH, after));
  yield* toCsv(
    stockColumns,
    mapBatches(batches, (rows) => rows.map(toStockRow)),
  );
}

async function* stockOf(ctx: Ctx, batches: AsyncIterable<string[]>) {
  for await (const ids of batches) yield await selectStockOf(ctx.db, ids);
}

function toStockRow(
  row: Awaited<ReturnType<typeof selectStock>>[number],
): CsvRow<(typeof stockColumns)[number]> {
  return {
    SKU: row.sku,
    Barcode: row.barcode,
    Product: row.name,
    Handle: row.slug,
    Status: productStatusLabels[row.status],
    Size: row.size,
    Color: row.color,
    Option: row.option,
    Price: toDecimalText(row.priceMinor),
    Cost: row.costMinor === null ? null : toDecimalText(row.costMinor),
    'On hand': row.available + row.reserved,
    Reserved: row.reserved,
    Available: row.available,
    'Low stock at': row.lowStockAt,
    Archived: row.archivedAt ? 'yes' : 'no',
  };
}

const orderColumns = [
  'Order',
  'Placed',
  'Status',
  'Paid',
  'Cancelled',
  'Deleted',
  'Name',
  'Email',
  'City',
  'Zip',
  'Country',
  'Recipient',
  'Company',
  'Street',
  'Street 2',
  'Region',
  'Phone',
  'Currency',
  'Subtotal',
  'Shipping',
  'Total',
  'Refunded',
  'Delivery',
  'Arrives from',
  'Arrives to',
  'Fulfillment',
  'Returns',
  'Units',
  'Lines',
] as const;

/** The orders that fit, newest first (admin). */
export async function* exportOrders(
  ctx: Ctx,
  actor: Actor,
  filter: OrderFilter,
): AsyncGenerator<string> {
  const admin = requireAdmin(actor);
  await recordAudit(ctx.db, admin.id, 'export.orders', 'orders.csv', { ...filter });
  const { status = 'all', q, from, to } = filter;
  const batches = streamOrders(ctx, actor, {
    text: q || null,
    state: status,
    sort: 'newest',
    placedFrom: from && new Date(from).toISOString(),
    placedBefore: to && new Date(new Date(to).getTime() + DAY_MS).toISOString(),
  });
  yield* toCsv(
    orderColumns,
    mapBatches(batches, (orders) => orders.map(toOrderRow)),
  );
}

function toOrderRow(order: OrderView): CsvRow<(typeof orderColumns)[number]> {
  const { lines, payment, address, delivery } = order;
  const states = { pending: 'open', paid: 'paid', cancelled: 'cancelled' } as const;
  return {
    Order: order.number,
    Placed: order.createdAt,
    Status: orderStates[states[order.status]],
    Paid: order.paidAt,
    Cancelled: order.cancelledAt,
    Deleted: order.archivedAt,
    Name: order.name,
    Email: order.email,
    City: address ? address.city : order.city,
    Zip: address ? address.postcode : order.zip,
    Country: address?.countryName ?? order.country,
    Recipient: address?.recipient ?? null,
    Company: address?.company ?? null,
    Street: address?.line1 ?? null,
    'Street 2': address?.line2 ?? null,
    Region: address?.region ?? null,
    Phone: address?.phone ?? null,
    Currency: order.currency,
    Subtotal: toDecimalText(order.subtotalMinor),
    Shipping: toDecimalText(order.shippingMinor),
    Total: toDecimalText(order.totalMinor),
    Refunded: toDecimalText(payment?.refundedMinor ?? 0),
    Delivery: delivery?.method ?? null,
    'Arrives from': delivery?.arrivesFrom ?? null,
    'Arrives to': delivery?.arrivesTo ?? null,
    Fulfillment: fulfillmentLabels[order.fulfillmentStatus],
    Returns: order.returnStatus === 'none' ? null : returnLabels[order.returnStatus],
    Units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    Lines: lines.map(toLineText).join('; '),
  };
}

function toLineText({ quantity, sku, name, variantName }: OrderView['lines'][number]): string {
  return `${quantity} × ${[name, variantName].filter(Boolean).join(', ')} (${sku})`;
}

const documentColumns = [
  'Number',
  'Kind',
  'State',
  'Issued',
  'Order',
  'Paid',
  'Invoice',
  'Name',
  'Email',
  'Bill to',
  'Currency',
  'Lines',
  'Shipping',
  'Other',
  'Total',
] as const;

/** The invoices and credit notes that were issued in a period, by time (admin). Totals of credit notes are negative. */
export async function* exportDocuments(
  ctx: Ctx,
  actor: Actor,
  { from, to }: Pick<OrderFilter, 'from' | 'to'>,
): AsyncGenerator<string> {
  const admin = requireAdmin(actor);
  await recordAudit(ctx.db, admin.id, 'export.documents', 'documents.csv', { from, to });
  const period = {
    from: from ? new Date(from) : null,
    before: to ? new Date(new Date(to).getTime() + DAY_MS) : null,
  };
  const batches = streamAllDocuments(ctx, actor, period, BATCH);
  yield* toCsv(
    documentColumns,
    mapBatches(batches, (documents) => documents.map(toDocumentRow)),
  );
}

function toDocumentRow({
  kind,
  label,
  issuedAt,
  currency,
  content,
  isWithdrawn,
}: DocumentView): CsvRow<(typeof documentColumns)[number]> {
  // Numbers and no texts: one with a minus would look like a formula.
  const sign = kind === 'invoice' ? 1 : -1;
  const money = (minor: number) => toDecimal(minor === 0 ? 0 : sign * minor);
  const { customer, order, lines, shippingMinor, otherMinor, totalMinor } = content;
  return {
    Number: label,
    Kind: documentNames[kind],
    State: isWithdrawn ? 'Withdrawn' : null,
    Issued: issuedAt,
    Order: order.number,
    Paid: order.paidAt,
    Invoice: content.invoice?.label ?? null,
    Name: customer.name,
    Email: customer.email,
    'Bill to': content.billTo.join(', '),
    Currency: currency,
    Lines: money(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
    Shipping: money(shippingMinor),
    Other: money(otherMinor),
    Total: money(totalMinor),
  };
}

const customerColumns = [
  'Name',
  'Email',
  'Email verified',
  'Since',
  'Orders',
  'Spent',
  'Currency',
] as const;

/** Every customer with an account (admin). */
export async function* exportCustomers(ctx: Ctx, actor: Actor): AsyncGenerator<string> {
  const admin = requireAdmin(actor);
  await recordAudit(ctx.db, admin.id, 'export.customers', 'customers.csv', {});
  const batches = byId((after) => selectCustomers(ctx.db, BATCH, after));
  const rows = mapBatches(batches, (customers) =>
    customers.map((customer) => ({
      Name: customer.name,
      Email: customer.email,
      'Email verified': customer.emailVerified ? 'yes' : 'no',
      Since: customer.createdAt.toISOString(),
      Orders: customer.orders,
      Spent: toDecimalText(customer.spentMinor),
      Currency: ctx.shop.currency,
    })),
  );
  yield* toCsv(customerColumns, rows);
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

async function* mapBatches<From, To>(
  batches: AsyncIterable<From[]>,
  map: (batch: From[]) => To[],
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield map(batch);
}
