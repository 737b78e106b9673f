import { variantName } from '#shared/variant-options.ts';
import { viewAddress } from '../addresses/addresses.ts';
import type { OrderView } from './orders.schema.ts';
import type { selectView } from './orders.store.ts';

/** An order's row for views. */
export type ViewRow = NonNullable<Awaited<ReturnType<typeof selectView>>>;

/** A row as pages and calls show it. */
export function toView({ order, lines, capture, addresses }: ViewRow): OrderView {
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    email: order.email,
    name: order.name,
    city: order.city,
    zip: order.zip,
    country: order.country,
    address: addresses?.delivery
      ? { ...viewAddress(addresses.delivery), version: addresses.delivery.version }
      : null,
    billingAddress: addresses?.billing ? viewAddress(addresses.billing) : null,
    currency: order.currency,
    subtotalMinor: order.subtotalMinor,
    shippingMinor: order.shippingMinor,
    totalMinor: order.totalMinor,
    createdAt: order.createdAt.toISOString(),
    paymentDueAt: order.paymentDueAt.toISOString(),
    verifiedDueAt: order.status === 'pending' ? (order.verifiedDueAt?.toISOString() ?? null) : null,
    paidAt: order.paidAt?.toISOString() ?? null,
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
    archivedAt: order.archivedAt?.toISOString() ?? null,
    payment: capture && { ...capture, refundableMinor: refundableOf(capture) },
    lines: lines.map((line) => ({ ...line, variantName: variantName(line) })),
  };
}

/** What may still be refunded. The provider may have refunded more without the shop. */
function refundableOf(capture: NonNullable<ViewRow['capture']>): number {
  return Math.max(0, capture.amountMinor - capture.refundedMinor - capture.refundOpenMinor);
}
