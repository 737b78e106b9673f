/**
 * The rows of the tables of customers and orders, table by table. `derived-rows.ts` makes others of
 * them.
 */
import { goodsAt } from './goods.ts';
import { idAt } from './numbers.ts';
import { customerAt, type GeneratedOrder, type OrderPlan, orderAt } from './orders.ts';
import type { Sales } from './sales.ts';

export const JOB = 'npm run generate';
/** How the ids of generated payment intents begin. */
export const GENERATED_INTENT = 'pi_generated_';
const DAY = 86_400_000;

/** Yields the rows of one table after the other. Each passes through all orders. */
export class OrderRows {
  readonly #plan: OrderPlan;
  readonly #sales: Sales;
  readonly #currency: string;
  readonly #country: string;

  constructor(plan: OrderPlan, sales: Sales, shop: { currency: string; country: string }) {
    this.#plan = plan;
    this.#sales = sales;
    this.#currency = shop.currency;
    this.#country = shop.country;
  }

  *#all(): Generator<GeneratedOrder> {
    for (let nr = 0; nr < this.#plan.orders; nr += 1) yield orderAt(this.#plan, this.#sales, nr);
  }

  *#paid(): Generator<GeneratedOrder & { closedAt: Date }> {
    for (const order of this.#all()) {
      const { status, closedAt } = order;
      if (status === 'paid' && closedAt) yield { ...order, closedAt };
    }
  }

  *users() {
    for (let nr = 0; nr < this.#plan.customers; nr += 1) {
      const customer = customerAt(this.#plan, nr);
      yield { ...customer, emailVerified: true, updatedAt: customer.createdAt };
    }
  }

  *orders() {
    for (const order of this.#all()) {
      const { id, number, status, createdAt, closedAt, customer, city, lines, parcel } = order;
      const { subtotalMinor, shippingMinor, deliveryCountry, returnStatus, tags } = order;
      yield {
        id,
        number,
        userId: customer.id,
        email: customer.email,
        name: customer.name,
        city,
        country: this.#country,
        currency: this.#currency,
        subtotalMinor,
        shippingMinor,
        totalMinor: subtotalMinor + shippingMinor,
        status,
        fingerprint: id,
        createdAt,
        units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
        paymentDueAt: new Date(createdAt.getTime() + 7 * DAY),
        paidAt: status === 'paid' ? closedAt : null,
        cancelledAt: status === 'cancelled' ? closedAt : null,
        fulfillmentStatus: fulfillmentOf(parcel),
        deliveryCountry,
        returnStatus,
        tags,
      };
    }
  }

  *lines() {
    for (const order of this.#all()) {
      for (const { goods, variant, position, ...line } of this.#linesOf(order)) {
        yield {
          orderId: order.id,
          position,
          productId: goods.id,
          variantId: variant.id,
          sku: variant.sku,
          name: goods.name,
          category: goods.category.name,
          size: variant.size,
          color: variant.color,
          image: goods.images[0]?.url ?? null,
          unitPriceMinor: line.unitPriceMinor,
          quantity: line.quantity,
          lineTotalMinor: line.unitPriceMinor * line.quantity,
        };
      }
    }
  }

  *movements() {
    for (const order of this.#all()) {
      for (const { variant, quantity } of this.#linesOf(order)) {
        const row = { variantId: variant.id, orderId: order.id, actor: order.customer.id };
        const { createdAt, closedAt } = order;
        yield { ...row, quantity: -quantity, reason: 'sold' as const, createdAt };
        if (order.status === 'cancelled' && closedAt) {
          yield { ...row, quantity, reason: 'given_back' as const, createdAt: closedAt };
        }
      }
    }
  }

  *payments() {
    for (const {
      id: orderId,
      paymentId,
      customer,
      createdAt,
      closedAt,
      ...order
    } of this.#paid()) {
      yield {
        id: paymentId,
        provider: 'sandbox',
        intentId: intentOf(order.nr),
        orderId,
        userId: customer.id,
        status: 'captured' as const,
        amountMinor: totalOf(order),
        currency: this.#currency,
        idempotencyKey: paymentId,
        isLive: false,
        last4: '4242',
        providerCreated: seconds(createdAt),
        createdAt,
        capturedAt: closedAt,
        nextCheckAt: closedAt,
      };
    }
  }

  *refunds() {
    for (const { nr, paymentId, closedAt, isRefunded, ...order } of this.#paid()) {
      if (!isRefunded) continue;
      const createdAt = new Date(closedAt.getTime() + 3_600_000);
      yield {
        id: refundOf(nr, createdAt),
        paymentId,
        amountMinor: totalOf(order),
        currency: this.#currency,
        reason: 'Did not fit',
        key: 'generated',
        status: 'done' as const,
        providerRefundId: `re_generated_${nr}`,
        createdAt,
        doneAt: createdAt,
      };
    }
  }

  *parcels() {
    for (const { id: orderId, parcel, nr } of this.#paid()) {
      if (!parcel) continue;
      const row = { orderId, carrier: 'DHL', trackingNumber: `G${nr}`, trackingUrl: null };
      yield { ...parcel, ...row, key: 'generated' };
    }
  }

  *#linesOf(order: GeneratedOrder) {
    for (const [position, line] of order.lines.entries()) {
      const goods = goodsAt(this.#plan, line.product);
      const variant = goods.variants[line.variant];
      if (!variant) throw new Error(`Product ${line.product} has no variant ${line.variant}.`);
      yield { ...line, goods, variant, position };
    }
  }
}

function fulfillmentOf(parcel: GeneratedOrder['parcel']) {
  if (!parcel) return 'unfulfilled' as const;
  return parcel.deliveredAt ? ('delivered' as const) : ('fulfilled' as const);
}

const totalOf = ({
  subtotalMinor,
  shippingMinor,
}: Pick<GeneratedOrder, 'subtotalMinor' | 'shippingMinor'>) => subtotalMinor + shippingMinor;
const intentOf = (nr: number) => `${GENERATED_INTENT}${nr}`;
const refundOf = (nr: number, at: Date) => idAt('rfd', at.getTime(), nr);
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
