/**
 * Compares what was promised to customers, what the shop's books say, and what the provider saw.
 * Runs when nothing is under way any more; returns what is wrong, a sentence each.
 */
import type pg from 'pg';
import { verifyLedger } from '#server/verify/verify-ledger.ts';
import type { Provider, Witnessed } from './provider.ts';
import type { Goods, Purchase } from './purchases.ts';

interface OrderRow {
  id: string;
  city: string;
  email: string;
  status: 'pending' | 'paid' | 'cancelled';
  total: number;
  hidden: boolean;
  replaces: string | null;
  sku: string;
  quantity: number;
  /** Where it was placed and where it was cancelled, among all events of all orders. */
  placed: number;
  cancelled: number | null;
}

/** The shop's own audit. */
export async function checkBooks(pool: pg.Pool): Promise<string[]> {
  const findings = await verifyLedger((query) => pool.query(query));
  return findings
    .filter(({ rows }) => rows.length > 0)
    .map(({ breach, rows }) => `${breach}: ${JSON.stringify(rows.slice(0, 3))}`);
}

/** Every purchase: what was acknowledged is there, what was refused is not, the rest is one or none. */
export async function checkPurchases(pool: pg.Pool, purchases: Purchase[]): Promise<string[]> {
  const { rows } = await pool.query<OrderRow>(
    `select o.id, o.city, o.email, o.status, o.total_minor::int as total, l.sku, l.quantity,
       o.hidden_by_owner_at is not null as hidden, o.replaces_id as replaces,
       (select min(e.id) from order_events e where e.order_id = o.id)::int as placed,
       (select max(e.id) from order_events e where e.order_id = o.id
         and e.event in ('cancel', 'expire'))::int as cancelled
     from orders o join order_lines l on l.order_id = o.id where o.city = any($1)
     order by placed`,
    [purchases.map(({ tag }) => tag)],
  );
  const byTag = Map.groupBy(rows, ({ city }) => city);
  return purchases.flatMap((purchase) => {
    const wrong = faultOf(purchase, byTag.get(purchase.tag) ?? []);
    return wrong ? [`${purchase.tag}: ${wrong}`] : [];
  });
}

function faultOf(purchase: Purchase, rows: OrderRow[]): string | null {
  const placed = rows.filter(({ replaces }) => replaces === null);
  // A repeat after the first one was cancelled is a new order.
  const isTwice = placed.some((next, nr) => nr > 0 && !endedBefore(placed[nr - 1], next));
  if (isTwice) return 'is more than one order';
  const isMissing = [...purchase.acknowledged].some((id) => rows.every((row) => row.id !== id));
  if (isMissing) return 'was acknowledged and is not there';
  const order = placed.find(({ id }) => id === purchase.orderId) ?? placed.at(-1);
  const again = rows.filter(({ replaces }) => replaces !== null);
  const wrong = faultOfUndo(purchase, order, again);
  if (wrong) return wrong;
  if (!order) {
    if (purchase.orderId) return 'was acknowledged and is not there';
    return null;
  }
  const { goods, quantity, totalMinor, email } = purchase;
  if (!purchase.orderId && !purchase.mayExist) return 'was refused and is there';
  if (purchase.orderId && purchase.orderId !== order.id) return 'was acknowledged under another id';
  if (order.email !== email) return "is somebody else's";
  if (order.total !== totalMinor) return `costs ${order.total} instead of ${totalMinor}`;
  if (order.sku !== goods.sku || order.quantity !== quantity) return 'holds something else';
  if (purchase.isPaid && order.status !== 'paid') return `was paid and is ${order.status}`;
  if (order.status === 'pending') return 'is still pending a week later';
  // The money came first, so deleting hid a paid order, and undoing that shows it again.
  const mayBeShown = purchase.mayBeUndone || order.status === 'cancelled' || order.hidden;
  if (purchase.isDeleted && !mayBeShown) {
    return 'was deleted and is still to be seen';
  }
  if (!purchase.isDeleted && !purchase.mayBeDeleted && order.hidden) return 'was deleted by nobody';
  return null;
}

const endedBefore = (first: OrderRow | undefined, { placed }: OrderRow) =>
  typeof first?.cancelled === 'number' && first.cancelled < placed;

/** The order that was placed in place of a deleted one: one at most, the same, and asked for. */
function faultOfUndo(
  purchase: Purchase,
  before: OrderRow | undefined,
  [again, second]: OrderRow[],
): string | null {
  if (second) return 'was placed again more than once';
  if (!again) return purchase.isUndone ? 'was undone and is not placed again' : null;
  if (!purchase.mayBeUndone) return 'was undone by nobody';
  if (again.replaces !== before?.id) return 'was placed again in place of another order';
  const same = (['email', 'total', 'sku', 'quantity'] as const).every(
    (what) => again[what] === before[what],
  );
  if (!same) return 'was placed again otherwise than it was';
  if (again.status === 'pending') return 'was placed again and is still pending a week later';
  return again.hidden ? 'was placed again and deleted by nobody' : null;
}

/** Units: what the shop started with is on the shelf, or in an order and did not come back into the stock. */
export async function checkUnits(pool: pg.Pool, goods: Goods[]): Promise<string[]> {
  const all = goods.flatMap((one) => [one, one.other, one.dear]);
  const { rows } = await pool.query<{ id: string; left: number; sold: number }>(
    `select v.id, v.on_hand as left, coalesce((select sum(l.quantity) from order_lines l
       join orders o on o.id = l.order_id
       where l.variant_id = v.id and o.status <> 'cancelled'), 0)::int
       - coalesce((select sum(c.quantity) from order_cancellations c
           join order_lines l on (l.order_id, l.position) = (c.order_id, c.position)
           where l.variant_id = v.id and c.restocked), 0)::int
       - coalesce((select sum(b.quantity) from refund_lines b
           join order_lines l on (l.order_id, l.position) = (b.order_id, b.position)
           where l.variant_id = v.id and b.restocked), 0)::int
       - coalesce((select sum(r.received) from return_lines r
           join order_lines l on (l.order_id, l.position) = (r.order_id, r.position)
           join returns t on t.id = r.return_id
           left join exchanges e on (e.return_id, e.position) = (t.of_return_id, r.position)
           where coalesce(e.variant_id, l.variant_id) = v.id and r.restocked), 0)::int
       + coalesce((select sum(e.quantity - e.released) from exchanges e
           where e.variant_id = v.id), 0)::int as sold
     from variants v where v.id = any($1)`,
    [all.map(({ variantId }) => variantId)],
  );
  const opening = new Map(all.map((one) => [one.variantId, one.opening]));
  return rows
    .filter(({ id, left, sold }) => left < 0 || left + sold !== opening.get(id))
    .map(({ id, left, sold }) => `${id}: ${sold} sold and ${left} left of ${opening.get(id)}`);
}

interface PaymentRow {
  id: string;
  status: string;
  intentId: string | null;
  orderId: string | null;
  /** The return whose extra payment it is. */
  returnId: string | null;
  orderStatus: string | null;
  orderTotal: number | null;
  refunded: number;
}

/** The provider's own journal: each capture is one paid order's, or was given back whole. */
export async function checkMoney(pool: pg.Pool, provider: Provider): Promise<string[]> {
  const { rows } = await pool.query<PaymentRow>(
    `select p.id, p.status, p.intent_id as "intentId", p.order_id as "orderId",
       p.return_id as "returnId", o.status as "orderStatus",
       o.total_minor::int as "orderTotal", (select coalesce(sum(r.amount_minor), 0)::int
         from refunds r where r.payment_id = p.id and r.status = 'done') as refunded
     from payments p left join orders o on o.id = p.order_id where p.provider <> 'outside'`,
  );
  const payments = new Map(rows.map((row) => [row.id, row]));
  const faults: string[] = [];
  const kept = new Map<string, number>();
  const byReference = Map.groupBy(
    [...provider.witness()].map(([id, seen]) => ({ id, ...seen })),
    ({ reference }) => reference,
  );
  for (const [reference, intents] of byReference) {
    const payment = payments.get(reference);
    // A failure that the provider kept may leave another intent behind; nobody may ever pay that one.
    const intent = intents.find(({ id }) => id === payment?.intentId) ?? intents[0];
    if (!intent) continue;
    if (intents.some((other) => other !== intent && other.captures > 0)) {
      faults.push(`${reference}: was charged by an intent that is not its own`);
    }
    const wrong = faultOfMoney(intent, payment);
    if (wrong) faults.push(`${reference}: ${wrong}`);
    const about = payment?.orderId ?? payment?.returnId;
    if (intent.captures > 0 && intent.refunded < intent.amount && about) {
      kept.set(about, (kept.get(about) ?? 0) + 1);
    }
  }
  for (const [id, captures] of kept) {
    if (captures > 1) faults.push(`${id}: was charged ${captures} times`);
  }
  for (const { id, status } of rows) {
    const isTaken = status === 'captured' || status === 'refunded';
    const seen = byReference.get(id)?.some(({ captures }) => captures === 1) ?? false;
    if (isTaken !== seen) faults.push(`${id}: is ${status}, and the provider saw otherwise`);
  }
  return faults;
}

function faultOfMoney(intent: Witnessed, payment: PaymentRow | undefined): string | null {
  if (intent.captures > 1) return `was captured ${intent.captures} times`;
  if (!payment) return intent.captures > 0 ? 'is money that the books do not know' : null;
  if (intent.refunded !== payment.refunded) {
    return `gave back ${intent.refunded}, and the books say ${payment.refunded}`;
  }
  if (intent.captures === 0) return null;
  if (payment.status === 'refunded') {
    return intent.refunded === intent.amount ? null : 'should have gone back whole';
  }
  if (payment.status !== 'captured') return `was captured and is ${payment.status}`;
  // `checkAfterSale` compares the amount with the exchange.
  if (payment.returnId !== null) return null;
  if (payment.orderStatus !== 'paid') return `pays an order that is ${payment.orderStatus}`;
  return payment.orderTotal === intent.amount ? null : 'pays an order that costs something else';
}

/** How many things are half-way: money that is not settled, refunds and events not worked off. */
export async function countHalfWay(pool: pg.Pool, provider: Provider): Promise<number> {
  const captured = [...provider.witness().values()]
    .filter(({ captures }) => captures > 0)
    .map(({ reference }) => reference);
  const { rows } = await pool.query<{ count: number }>(
    `select (select count(*) from refunds where status in ('requested', 'failed'))::int
       + (select count(*) from provider_events where processed_at is null)::int
       + (select count(*) from orders where status = 'pending')::int
       + (select count(*) from payments where status = 'unknown')::int
       + (select count(*) from payments where status = 'created' and id = any($1))::int as count`,
    [captured],
  );
  return rows[0]?.count ?? 0;
}
