import type { orders } from '#features/order-tables/orders.table.ts';
import type { GoodsPlan } from './goods.ts';
import { idAt, Numbers } from './numbers.ts';
import { linesOf, type Sales, type SoldLine, variantNr } from './sales.ts';
import { cities, firstNames, lastNames } from './words.ts';

type OrderRow = typeof orders.$inferInsert;

/** A generated order, with the values for the rows of its tables. */
export interface GeneratedOrder {
  nr: number;
  id: string;
  status: OrderRow['status'];
  createdAt: Date;
  /** When it was paid, or cancelled; null while it is unpaid. */
  closedAt: Date | null;
  customer: Customer;
  city: string;
  number: string;
  paymentId: string;
  /** Whether all of its money was refunded. */
  isRefunded: boolean;
  /** Null while nothing was sent. */
  parcel: { id: string; shippedAt: Date; deliveredAt: Date | null } | null;
  /** The code of the country that it goes to; null without an address. */
  deliveryCountry: string | null;
  returnStatus: NonNullable<OrderRow['returnStatus']>;
  tags: string[];
  subtotalMinor: number;
  shippingMinor: number;
  lines: (SoldLine & { unitPriceMinor: number })[];
}

export interface Customer {
  id: string;
  name: string;
  email: string;
  createdAt: Date;
}

export interface OrderPlan extends GoodsPlan {
  orders: number;
  customers: number;
  /** The countries that the shop delivers to, by their codes; most orders go to the first. */
  countries: string[];
  /** Minor units that shipping to a city costs. */
  shippingTo: (city: string) => number;
}

const DAY = 86_400_000;
const PERIOD_DAYS = 730;
/** Orders of the last days may still be unpaid. */
const UNPAID_DAYS = 3;
const SHIPPED_AFTER_DAYS = 2;
const DELIVERED_AFTER_DAYS = 6;
/** A return of an older order came back; one of a newer order is on its way, or to be decided. */
const RETURNED_AFTER_DAYS = 30;
const APPROVED_AFTER_DAYS = 15;
/** The letters of `newOrderNumber`. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export function customerAt(plan: OrderPlan, nr: number): Customer {
  const numbers = new Numbers(3, nr);
  const first = numbers.pick(firstNames);
  const last = numbers.pick(lastNames);
  const createdAt = new Date(plan.now - (PERIOD_DAYS + 1) * DAY + nr);
  return {
    id: idAt('usr', createdAt.getTime(), nr),
    name: `${first} ${last}`,
    email: `${first}.${last}.${nr}@example.com`.toLowerCase(),
    createdAt,
  };
}

/** Spreads the orders over two years, with more of them near the end. */
function timeOf(plan: OrderPlan, nr: number): number {
  return plan.now - Math.floor(PERIOD_DAYS * DAY * (1 - ((nr + 1) / (plan.orders + 1)) ** 0.7));
}

export function statusAt(plan: OrderPlan, nr: number): OrderRow['status'] {
  const numbers = new Numbers(4, nr);
  if (numbers.chance(0.06)) return 'cancelled';
  const isNew = plan.now - timeOf(plan, nr) < UNPAID_DAYS * DAY;
  return isNew && numbers.chance(0.15) ? 'pending' : 'paid';
}

/** The order with this number. The result is always the same. */
export function orderAt(plan: OrderPlan, sales: Sales, nr: number): GeneratedOrder {
  const numbers = new Numbers(5, nr);
  const ms = timeOf(plan, nr);
  const status = statusAt(plan, nr);
  const customer = customerAt(plan, Math.floor(plan.customers * numbers.next() ** 2));
  const city = numbers.pick(cities);
  const lines = linesOf(plan, sales, nr).map((line) => ({
    ...line,
    unitPriceMinor: sales.priceOf[variantNr(sales, line)] ?? 0,
  }));
  const days = (plan.now - ms) / DAY;
  const isRefunded = status === 'paid' && numbers.chance(0.02);
  const isShipped = status === 'paid' && !isRefunded && days > SHIPPED_AFTER_DAYS;
  return {
    nr,
    id: idAt('ord', ms, nr),
    status,
    createdAt: new Date(ms),
    closedAt: status === 'pending' ? null : new Date(ms + 60_000),
    customer,
    city,
    number: numberOf(nr),
    paymentId: idAt('pay', ms, nr),
    isRefunded,
    parcel: isShipped
      ? {
          id: idAt('ful', ms, nr),
          shippedAt: new Date(ms + DAY),
          deliveredAt: days > DELIVERED_AFTER_DAYS ? new Date(ms + 4 * DAY) : null,
        }
      : null,
    deliveryCountry: countryAt(plan, numbers),
    returnStatus: returnStatusAt(numbers, isShipped ? days : 0),
    tags: numbers.chance(0.02) ? ['gift'] : numbers.chance(0.005) ? ['wholesale', 'net 30'] : [],
    subtotalMinor: lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0),
    shippingMinor: plan.shippingTo(city),
    lines,
  };
}

/** Few orders have no address: those of before there were any. */
function countryAt({ countries }: OrderPlan, numbers: Numbers): string | null {
  if (numbers.chance(0.002)) return null;
  return (numbers.chance(0.05) ? numbers.pick(countries) : countries[0]) ?? null;
}

function returnStatusAt(numbers: Numbers, days: number): GeneratedOrder['returnStatus'] {
  if (days <= DELIVERED_AFTER_DAYS + 4 || !numbers.chance(0.05)) return 'none';
  if (days > RETURNED_AFTER_DAYS) return 'closed';
  return days > APPROVED_AFTER_DAYS ? 'in_transit' : 'requested';
}

/** A unique order number that looks like any other. */
function numberOf(nr: number): string {
  // The factor is coprime with the count of all 656 billion numbers, so none is repeated.
  let rest = (BigInt(nr) * 400_000_000_003n + 12_345_678_901n) % 30n ** 8n;
  let text = '';
  for (let i = 0; i < 8; i += 1) {
    text += LETTERS[Number(rest % 30n)];
    rest /= 30n;
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
