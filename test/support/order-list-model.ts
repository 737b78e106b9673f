/** The console's table of orders as a plain scan in memory makes it. */
import fc from 'fast-check';
import type pg from 'pg';
import { openReturnStatuses } from '#features/order-tables/return-status.schema.ts';
import {
  EVERY_ORDER,
  type StaffOrderFilter,
  type StaffOrderSort,
} from '#features/orders/lists/staff-orders.schema.ts';

export interface Row {
  id: string;
  number: string;
  customer: string | null;
  name: string;
  email: string;
  status: 'pending' | 'paid' | 'cancelled';
  fulfillment: StaffOrderFilter['fulfillment'];
  returns: StaffOrderFilter['returns'];
  country: string | null;
  tags: string[];
  archived: boolean;
  held: boolean;
  createdAt: Date;
  phone: string | null;
  total: number;
  refunded: number;
  hasUnitsToPack: boolean;
  lines: { product: string; sku: string; words: string }[];
}

/** All orders, as they are stored. */
export async function readRows(pool: pg.Pool): Promise<Row[]> {
  const { rows } = await pool.query(`
    select o.id, o.number, o.user_id as customer, o.name, o.email, o.status, o.fulfillment_status as fulfillment,
      o.return_status as returns, o.delivery_country as country, o.tags, o.archived_at is not null as archived, o.held_at is not null as held,
      o.created_at as "createdAt", a.phone, o.total_minor::int as total,
      (select coalesce(sum(r.amount_minor), 0)::int from payments p join refunds r on r.payment_id = p.id
        where p.order_id = o.id and r.status in ('done', 'settled')) as refunded,
      has_units_to_pack(o.id) as "hasUnitsToPack",
      (select json_agg(json_build_object('product', l.product_id, 'sku', l.sku, 'words', p.name || ' ' || p.brand))
        from order_lines l join products p on p.id = l.product_id where l.order_id = o.id) as lines
    from orders o left join order_addresses a on a.order_id = o.id and a.kind = 'delivery'`);
  return rows;
}

/** Whether each word of a text begins one of the words. */
function hasWords(words: string, text: string): boolean {
  const all = words.toLowerCase().split(/[^a-z0-9]+/);
  return text.split(' ').every((start) => all.some((word) => word.startsWith(start)));
}

const paymentOf = ({ status, refunded, total }: Row) => {
  if (status !== 'paid') return status === 'pending' ? 'unpaid' : 'voided';
  if (refunded <= 0) return 'paid';
  return refunded < total ? 'partly_refunded' : 'refunded';
};

const openReturns: string[] = [...openReturnStatuses];

/** The country's code is left out, or it is dialled with a zero, or as it is stored. */
const phoneBegins = (phone: string, text: string) =>
  [text, `+880${text}`, `+880${text.replace(/^0/, '')}`].some((start) => phone.startsWith(start));

const textFits = ({ number, name, email, phone, lines }: Row, text: string) =>
  email.startsWith(text) ||
  number.replace('-', '').startsWith(text.toUpperCase()) ||
  (/^[a-z ]+$/.test(text) && hasWords(name, text)) ||
  (/^[+\d]+$/.test(text) &&
    phone !== null &&
    (phoneBegins(phone, text) || (!text.startsWith('+') && phone.endsWith(text)))) ||
  lines.some(({ sku }) => sku.toLowerCase().startsWith(text.toLowerCase()));

/** Whether an order is in the list. */
export const fits = (filter: StaffOrderFilter) => (row: Row) => {
  const { text, product, productId, customer, payment, fulfillment, returns, country, tag } =
    filter;
  // Deleting an unpaid order cancels it, so it is among the cancelled ones still.
  const isListed = row.archived === filter.deleted || (row.archived && payment.includes('voided'));
  if (!isListed || (row.archived && !filter.deleted && row.status !== 'cancelled')) return false;
  if (text !== null && !textFits(row, text)) return false;
  if (
    product !== null &&
    !row.lines.some(
      ({ words, sku }) =>
        hasWords(words, product) || sku.toLowerCase().startsWith(product.toLowerCase()),
    )
  )
    return false;
  if (productId !== null && !row.lines.some((line) => line.product === productId)) return false;
  if (customer !== null && row.customer !== customer) return false;
  if (payment.length > 0 && !payment.includes(paymentOf(row))) return false;
  const isShippable =
    row.status === 'paid' &&
    ['unfulfilled', 'partly_fulfilled'].includes(row.fulfillment) &&
    !row.held;
  if (fulfillment === 'to_ship' && !(isShippable && row.hasUnitsToPack)) return false;
  if (!['any', 'to_ship'].includes(fulfillment)) {
    if (row.status === 'cancelled' || row.fulfillment !== fulfillment) return false;
  }
  if (returns === 'open' && !openReturns.includes(row.returns)) return false;
  if (!['any', 'open'].includes(returns) && row.returns !== returns) return false;
  return (country === null || row.country === country) && (tag === null || row.tags.includes(tag));
};

const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const oldest = (a: Row, b: Row) => Number(a.createdAt) - Number(b.createdAt) || text(a.id, b.id);
/** How each sort orders them. */
export const sorts: Record<StaffOrderSort, (a: Row, b: Row) => number> = {
  oldest,
  newest: (a, b) => oldest(b, a),
};

/** Filters, mostly of several parts, some of which many orders fit. */
export const filterOf = (known: { products: string[]; customers: string[] }) =>
  fc
    .record({
      text: rarely(
        'smith',
        'sam',
        'sam smith',
        '0171',
        '+88017',
        '+880175',
        '1712',
        'g-000',
        'qxzzy',
      ),
      product: rarely('shirt', 'linen', 'g-0000', 'qxzzy'),
      productId: rarely(...known.products),
      customer: rarely(...known.customers),
      payment: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        fc.subarray(['unpaid', 'paid', 'partly_refunded', 'refunded', 'voided'] as const),
      ),
      fulfillment: fc.constantFrom(
        ...(['any', 'any', 'any', 'to_ship', 'to_ship', 'unfulfilled', 'delivered'] as const),
      ),
      returns: fc.constantFrom(...(['any', 'any', 'any', 'open', 'closed'] as const)),
      country: rarely('BD', 'DE', 'ZW'),
      tag: rarely('gift', 'wholesale', 'nosuchtag'),
      deleted: fc.constantFrom(false, false, false, false, true),
    })
    .map((some): StaffOrderFilter => ({ ...EVERY_ORDER, ...some }));

const rarely = (...values: string[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, fc.constantFrom(...values));
