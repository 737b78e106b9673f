/** The parts of an order's view, each read by one subquery. */
import { sql } from 'drizzle-orm';
import type { Address } from '../../addresses/addresses.schema.ts';
import { products, variantImage, variants } from '../../catalog/catalog.table.ts';
import { type DocumentSummary, ZONE_BEFORE_ZONES } from '../../documents/documents.schema.ts';
import { documents } from '../../documents/documents.table.ts';
import { exchanges } from '../../order-tables/exchanges.table.ts';
import { extraReturns } from '../../order-tables/extra-returns.table.ts';
import {
  fulfillmentLines,
  fulfillments,
  orderCancellations,
} from '../../order-tables/fulfillments.table.ts';
import {
  orderAddresses,
  orderEvents,
  orderLines,
  orders,
} from '../../order-tables/orders.table.ts';
import { returnPhotos } from '../../order-tables/return-photos.table.ts';
import { returnLines, returns } from '../../order-tables/returns.table.ts';
import {
  OUTSIDE,
  payments,
  refundedOfPayment,
  refundOpenOfPayment,
  refunds,
} from '../../payments/payments.table.ts';
import { refundLines } from '../../payments/refund-lines.table.ts';
import type { OrderLine, OrderView } from '../orders.schema.ts';
import type { OrderRefundView } from '../refunds/refund-view.schema.ts';
import type { ExchangeView, ExtraPaymentView, ReturnView } from '../returns/return-view.schema.ts';

/** A capture. What may still be refunded is computed from it. */
export type CaptureRow = Omit<NonNullable<OrderView['payment']>, 'refundableMinor'>;

const linesOf = sql<OrderLine[]>`(
  select json_agg(json_build_object(
    'productId', l.product_id, 'variantId', l.variant_id, 'sku', l.sku, 'name', l.name,
    'category', l.category, 'size', l.size, 'color', l.colour,
    'option', l.option_value, 'image', l.img,
    'unitPriceMinor', l.unit_price_minor, 'quantity', l.quantity, 'lineTotalMinor', l.line_total_minor,
    'taxMinor', l.tax_minor, 'taxName', l.tax_name, 'taxPpm', l.tax_ppm,
    'isFinalSale', l.final_sale
  ) order by l.position)
  from ${orderLines} l where l.order_id = orders.id
)`;

const captureOf = sql<CaptureRow | null>`(
  select json_build_object('transaction', p.intent_id, 'amountMinor', p.amount_minor,
    'created', p.provider_created, 'last4', p.last4, 'isOutside', p.provider = '${sql.raw(OUTSIDE)}',
    'reference', p.reference, 'refundedMinor', ${refundedOfPayment}, 'refundOpenMinor', ${refundOpenOfPayment}, 'refundFailedMinor',
    (select coalesce(sum(r.amount_minor) filter (where r.status = 'failed'), 0)
      from ${refunds} r where r.payment_id = p.id))
  from ${payments} p where p.order_id = orders.id and p.status = 'captured'
)`;

type AddressCopy = Address & { version: number };

const addressesOf = sql<{ delivery?: AddressCopy; billing?: AddressCopy } | null>`(
  select json_object_agg(a.kind, a) from ${orderAddresses} a where a.order_id = orders.id
)`;

/** A parcel as the database returns it: times as PostgreSQL writes them in JSON. */
interface FulfillmentRow {
  id: string;
  key: string;
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  shippedAt: string;
  deliveredAt: string | null;
  lines: { position: number; quantity: number }[];
}

const fulfillmentsOf = sql<FulfillmentRow[] | null>`(
  select json_agg(json_build_object('id', f.id, 'key', f.key, 'carrier', f.carrier,
    'trackingNumber', f.tracking_number, 'trackingUrl', f.tracking_url,
    'shippedAt', f.shipped_at, 'deliveredAt', f.delivered_at, 'lines', coalesce((
      select json_agg(json_build_object('position', s.position, 'quantity', s.quantity) order by s.position)
      from ${fulfillmentLines} s where s.fulfillment_id = f.id
    ), '[]')) order by f.shipped_at, f.id)
  from ${fulfillments} f where f.order_id = orders.id
)`;

/** A cancellation as the database returns it. */
interface CancellationRow {
  key: string;
  restocked: boolean;
  cancelledAt: string;
  lines: { position: number; quantity: number }[];
}

const cancellationsOf = sql<CancellationRow[] | null>`(
  select json_agg(json_build_object('key', key, 'restocked', restocked, 'cancelledAt', cancelled_at,
    'lines', lines) order by cancelled_at, key)
  from (
    select c.key, c.restocked, c.cancelled_at,
      json_agg(json_build_object('position', c.position, 'quantity', c.quantity) order by c.position) as lines
    from ${orderCancellations} c where c.order_id = orders.id group by c.key, c.restocked, c.cancelled_at
  ) cancelled
)`;

/** A refund as the database returns it. */
type RefundRow = Omit<OrderRefundView, 'lines'> & { lines: OrderRefundView['lines'] | null };

const refundsOf = sql<RefundRow[] | null>`(
  select json_agg(json_build_object('id', r.id, 'key', r.key, 'status', r.status,
    'amountMinor', r.amount_minor, 'shippingMinor', r.shipping_minor,
    'shippingTaxMinor', r.shipping_tax_minor, 'createdAt', r.created_at,
    'lines', (
      select json_agg(json_build_object('position', l.position, 'quantity', l.quantity,
        'lowered', l.lowered, 'amountMinor', l.amount_minor, 'taxMinor', l.tax_minor,
        'restocked', l.restocked)
        order by l.position)
      from ${refundLines} l where l.refund_id = r.id
    )) order by r.created_at, r.id)
  from ${refunds} r join ${payments} p on p.id = r.payment_id
  where p.order_id = orders.id and p.status = 'captured'
)`;

/** A return as the database returns it. */
type ReturnRow = Omit<ReturnView, 'state' | 'lines' | 'extra'> & {
  extraPayment: ExtraPaymentView['payment'];
  lines: (Omit<ReturnView['lines'][number], 'item' | 'exchange'> & {
    exchange: ExchangeRow | null;
  })[];
};

/** The exchange of a line of a return as the database returns it. */
export type ExchangeRow = Omit<ExchangeView, 'state' | 'variantName'>;

/** The image of the variant of an exchange, as it is now: an exchange keeps no copy. */
const exchangeImage = sql<string | null>`(
  select ${variantImage} from ${variants} join ${products} on products.id = variants.product_id
  where variants.id = e.variant_id
)`;

const returnsOf = sql<ReturnRow[] | null>`(
  select json_agg(json_build_object('id', r.id, 'ofReturnId', r.of_return_id, 'key', r.key,
    'note', r.note, 'postagePaidBy', r.postage_paid_by,
    'requestedAt', r.requested_at, 'approvedAt', r.approved_at, 'declinedAt', r.declined_at,
    'declineReason', r.decline_reason, 'withdrawnAt', r.withdrawn_at, 'receivedAt', r.received_at,
    'closedAt', r.closed_at, 'photos', coalesce((
      select json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height)
        order by p.position)
      from ${returnPhotos} p where p.return_id = r.id
    ), '[]'), 'extraReturns', coalesce((
      select json_agg(json_build_object('position', x.position, 'paidBy', x.paid_by,
        'kind', x.kind, 'netMinor', x.net_minor, 'amountMinor', x.amount_minor)
        order by x.position, x.paid_by, x.kind)
      from ${extraReturns} x where x.return_id = r.id
    ), '[]'), 'extraPayment', (
      select json_build_object('transaction', p.intent_id, 'amountMinor', p.amount_minor,
        'last4', p.last4, 'isOutside', p.provider = '${sql.raw(OUTSIDE)}', 'reference', p.reference,
        'refundedMinor', ${refundedOfPayment},
        'refundOpenMinor', ${refundOpenOfPayment})
      from ${payments} p where p.return_id = r.id and p.status = 'captured'
    ), 'lines', (
      select json_agg(json_build_object('position', l.position, 'quantity', l.quantity,
        'reason', l.reason, 'received', l.received, 'condition', l.condition,
        'restocked', l.restocked, 'exchange', case when e.return_id is not null then
          json_build_object('variantId', e.variant_id, 'sku', e.sku, 'size', e.size,
            'color', e.colour, 'option', e.option_value, 'image', ${exchangeImage},
            'unitPriceMinor', e.unit_price_minor - e.waived_unit_minor,
            'waivedUnitMinor', e.waived_unit_minor,
            'quantity', e.quantity, 'released', e.released, 'releasedBecause', e.released_because,
            'refundedMinor', e.refunded_minor, 'fulfillmentId', e.fulfillment_id) end)
        order by l.position)
      from ${returnLines} l
      left join ${exchanges} e on (e.return_id, e.position) = (l.return_id, l.position)
      where l.return_id = r.id
    )) order by r.requested_at, r.id)
  from ${returns} r where r.order_id = orders.id
)`;

const documentsOf = sql<DocumentSummary[] | null>`(
  select json_agg(json_build_object('id', d.id, 'kind', d.kind, 'label', d.label,
    'refundId', d.refund_id, 'isWithdrawn', exists (
      select from ${refunds} r where r.id = d.refund_id and r.status = 'withdrawn'),
    'totalMinor', d.total_minor, 'issuedAt', d.issued_at,
    'timeZone', coalesce(d.content ->> 'timeZone', ${ZONE_BEFORE_ZONES}))
    order by d.issued_at, d.id)
  from ${documents} d where d.order_id = orders.id
)`;

const versionOf = sql<number>`(
  select count(*)::int from ${orderEvents} e where e.order_id = orders.id
)`;

/** The columns of an order's view. */
export const viewColumns = {
  order: orders,
  lines: linesOf,
  capture: captureOf,
  addresses: addressesOf,
  fulfillments: fulfillmentsOf,
  cancellations: cancellationsOf,
  refunds: refundsOf,
  returns: returnsOf,
  documents: documentsOf,
  version: versionOf,
};
