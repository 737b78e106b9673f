import { and, asc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { sendTogether } from '#db/send-together.ts';
import type { Taxed } from '#shared/taxes.ts';
import type { Address } from '../addresses/addresses.schema.ts';
import { orderAddresses, orderLines, orders } from '../order-tables/orders.table.ts';
import type { DocumentContent, DocumentKind } from './documents.schema.ts';
import { documentSeries, documents } from './documents.table.ts';
import { limitSeries } from './limit-series.ts';

/** The parts of an order that its documents are made of. */
export type DocumentedOrder = Awaited<ReturnType<typeof selectDocumented>>[number];

const linesOf = sql<
  ({
    sku: string;
    name: string;
    size: string | null;
    color: string | null;
    option: string | null;
    quantity: number;
    unitPriceMinor: number;
    lineTotalMinor: number;
  } & Taxed)[]
>`(
  select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'size', l.size, 'color', l.colour,
    'option', l.option_value, 'quantity', l.quantity, 'unitPriceMinor', l.unit_price_minor,
    'lineTotalMinor', l.line_total_minor, 'taxMinor', l.tax_minor, 'taxName', l.tax_name,
    'taxPpm', l.tax_ppm) order by l.position)
  from ${orderLines} l where l.order_id = orders.id
)`;

const addressesOf = sql<{ delivery?: Address; billing?: Address } | null>`(
  select json_object_agg(a.kind, a) from ${orderAddresses} a where a.order_id = orders.id
)`;

const invoiceOf = sql<{ label: string; issuedAt: string; content: DocumentContent } | null>`(
  select json_build_object('label', d.label, 'issuedAt', d.issued_at, 'content', d.content)
  from ${documents} d where d.order_id = orders.id and d.kind = 'invoice' and d.return_id is null
)`;

export function selectDocumented(db: Executor, orderIds: string[]) {
  return db
    .select({
      id: orders.id,
      number: orders.number,
      name: orders.name,
      email: orders.email,
      city: orders.city,
      zip: orders.zip,
      country: orders.country,
      currency: orders.currency,
      shippingMinor: orders.shippingMinor,
      taxesIncluded: orders.taxesIncluded,
      shippingTaxMinor: orders.shippingTaxMinor,
      shippingTaxName: orders.shippingTaxName,
      shippingTaxPpm: orders.shippingTaxPpm,
      totalMinor: orders.totalMinor,
      deliveryMethod: orders.deliveryMethod,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      lines: linesOf,
      addresses: addressesOf,
      invoice: invoiceOf,
    })
    .from(orders)
    .where(anyOf(orders.id, orderIds));
}

/** A document without its number. */
export interface NewDocument {
  id: string;
  orderId: string;
  refundId: string | null;
  cancelsId: string | null;
  /** The return whose extra payment it is about; null for one about the order's own payment. */
  returnId: string | null;
  currency: string;
  content: DocumentContent;
}

/**
 * Writes documents of a kind with the next numbers, in the order of the list. None has an earlier
 * time than the one before it. It writes nothing while the series is not open, unless `isCatchUp`
 * is set. In both cases it locks the series until the transaction ends. `limitSeries` limits how long
 * it waits for that lock. Returns how many documents it wrote.
 *
 * `at` is the clock of a process. A time ahead of PostgreSQL's clock is not taken: all later
 * documents would have it, too.
 *
 * The last time is read from the row of the series and not from the last document: after a wait,
 * PostgreSQL reads the locked row again, but no other table.
 */
export async function insertDocuments(
  db: Executor,
  rows: NewDocument[],
  {
    kind,
    prefix,
    at,
    isCatchUp,
  }: { kind: DocumentKind; prefix: string; at: Date; isCatchUp: boolean },
): Promise<number> {
  const asked = rows.map((row, nr) => ({ ...row, nr, totalMinor: row.content.totalMinor }));
  const assigns = sql`(opened_at is not null or ${isCatchUp}::boolean)`;
  const insert = sql`
    with series as (
      update ${documentSeries}
      set last_number = last_number + case when ${assigns} then ${rows.length}::int else 0 end,
        last_issued_at = case when ${assigns}
          then greatest(last_issued_at, least(${at}::timestamptz, now())) else last_issued_at end
      where kind = ${kind}
      returning last_number - ${rows.length}::int as before, last_issued_at, ${assigns} as assigns
    )
    insert into ${documents} (id, kind, number, label, order_id, refund_id, cancels_id, return_id, total_minor, currency, content, issued_at)
    select a.id, ${kind}, before + 1 + a.nr, ${prefix} || (before + 1 + a.nr), a."orderId", a."refundId",
      a."cancelsId", a."returnId", a."totalMinor", a.currency, a.content, last_issued_at
    from series, jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(id text, nr int,
      "orderId" text, "refundId" text, "cancelsId" text, "returnId" text, "totalMinor" bigint, currency text, content jsonb)
    where series.assigns order by a.nr`;
  const [, { rowCount }] = await sendTogether([() => limitSeries(db), () => db.execute(insert)]);
  return rowCount ?? 0;
}

/** The invoices of the extra payments of these orders. */
export function selectExtraInvoices(db: Executor, orderIds: string[]) {
  return db
    .select({
      returnId: documents.returnId,
      label: documents.label,
      issuedAt: documents.issuedAt,
      content: documents.content,
      creditedMinor: sql`(select coalesce(sum(c.total_minor), 0) from ${documents} c
        where c.order_id = documents.order_id and c.return_id = documents.return_id and c.kind = 'credit_note')`.mapWith(
        Number,
      ),
    })
    .from(documents)
    .where(
      and(
        anyOf(documents.orderId, orderIds),
        isNotNull(documents.returnId),
        eq(documents.kind, 'invoice'),
      ),
    );
}

const viewColumns = {
  id: documents.id,
  kind: documents.kind,
  number: documents.number,
  label: documents.label,
  orderId: documents.orderId,
  refundId: documents.refundId,
  totalMinor: documents.totalMinor,
  currency: documents.currency,
  content: documents.content,
  issuedAt: documents.issuedAt,
};

export async function selectDocument(db: Executor, id: string) {
  const [row] = await db.select(viewColumns).from(documents).where(eq(documents.id, id));
  return row;
}

/** The credit note of a refund. */
export async function selectCreditNote(db: Executor, refundId: string) {
  const [row] = await db
    .select(viewColumns)
    .from(documents)
    .where(eq(documents.refundId, refundId));
  return row;
}

/** All documents of an order, the first one first. */
export function selectDocumentsOf(db: Executor, orderId: string) {
  return db
    .select(viewColumns)
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(asc(documents.issuedAt), asc(documents.id));
}

/** Documents of a period by time, after the given one. */
export function selectDocumentsIn(
  db: Executor,
  { from, before }: { from: Date | null; before: Date | null },
  limit: number,
  after: { issuedAt: Date; id: string } | null,
) {
  const parts: (SQL | undefined)[] = [
    from ? gte(documents.issuedAt, from) : undefined,
    before ? lt(documents.issuedAt, before) : undefined,
    after
      ? sql`(${documents.issuedAt}, ${documents.id}) > (${after.issuedAt}::timestamptz, ${after.id})`
      : undefined,
  ];
  return db
    .select(viewColumns)
    .from(documents)
    .where(and(...parts))
    .orderBy(asc(documents.issuedAt), asc(documents.id))
    .limit(limit);
}
