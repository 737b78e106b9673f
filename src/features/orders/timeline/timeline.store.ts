import { desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import {
  fulfillmentLines,
  fulfillments,
  orderCancellations,
} from '../../order-tables/fulfillments.table.ts';
import { orderEvents, orderLines } from '../../order-tables/orders.table.ts';
import { returnLines } from '../../order-tables/returns.table.ts';
import { payments, refunds } from '../../payments/payments.table.ts';
import { refundLines } from '../../payments/refund-lines.table.ts';
import { refundKeyOfCancellation } from '../view/parcel-view.schema.ts';

/** The newest events of an order's history. */
export function selectTimeline(db: Executor, orderId: string, limit: number) {
  return db
    .select({
      id: orderEvents.id,
      event: orderEvents.event,
      actor: orderEvents.actor,
      detail: orderEvents.detail,
      at: orderEvents.at,
    })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(desc(orderEvents.id))
    .limit(limit);
}

/** Units of a refund, and whether they went back into the stock: by it, a return or a cancellation. */
interface RefundedUnits {
  sku: string;
  quantity: number;
  /** Units whose price was lowered instead. */
  lowered: number;
  restocked: boolean;
}

/** The refunds of an order with their reasons, which only staff see. */
export function selectReasons(db: Executor, orderId: string) {
  return db
    .select({
      at: refunds.createdAt,
      amountMinor: refunds.amountMinor,
      reason: refunds.reason,
      shippingMinor: refunds.shippingMinor,
      units: sql<RefundedUnits[]>`(
        select coalesce(json_agg(json_build_object('sku', o.sku, 'quantity', l.quantity,
          'lowered', l.lowered, 'restocked', l.restocked
          or exists (select from ${returnLines} r where r.return_id = ${refunds.key}
            and r.position = l.position and r.restocked)
          or exists (select from ${orderCancellations} c where c.order_id = l.order_id
            and c.position = l.position and c.restocked
            and ${refunds.key} = ${refundKeyOfCancellation('')}::text || c.key)
        ) order by l.position), '[]')
        from ${refundLines} l
        join ${orderLines} o on o.order_id = l.order_id and o.position = l.position
        where l.refund_id = ${refunds.id}
      )`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderId, orderId));
}

/** The carriers and tracking numbers of an order's parcels. A parcel of an exchange has no lines. */
export function selectTracking(db: Executor, orderId: string) {
  return db
    .select({
      at: fulfillments.shippedAt,
      carrier: fulfillments.carrier,
      trackingNumber: fulfillments.trackingNumber,
      isExchange: sql<boolean>`not exists (
        select from ${fulfillmentLines} l where l.fulfillment_id = fulfillments.id
      )`,
    })
    .from(fulfillments)
    .where(eq(fulfillments.orderId, orderId));
}
