/**
 * Compares what staff and customers asked for after the payment with the rows: what was acknowledged
 * is there, once and as it was asked for, and nothing is there that nobody asked for.
 */
import type pg from 'pg';
import { plainTax } from '../support/plain-money.ts';
import {
  moreOf,
  type Purchase,
  type RequestedRefund,
  type RequestedReturn,
  type RequestedUnits,
  type ReturnStep,
  returnSteps,
} from './purchases.ts';

interface FoundRefund {
  key: string | null;
  minor: number;
  units: number;
  restocked: boolean;
}

type FoundReturn = {
  id: string;
  key: string;
  quantity: number;
  reason: string;
  lines: number;
  /** The key of the return whose exchange comes back. */
  ofKey: string | null;
  /** What its refund took from extra payments. */
  ofExtrasMinor: number;
  exchange: FoundExchange | null;
  extra: FoundExtra;
} & {
  /** What each step said; null for one that was not taken. */
  [step in ReturnStep]: string | null;
};

/** What goes out for a return. */
interface FoundExchange {
  /** Units that are reserved or were sent. */
  units: number;
  refundedMinor: number;
  isSent: boolean;
}

/** What was paid for the dearer size of a return. */
interface FoundExtra {
  captures: number;
  /** What was captured, less what went back. */
  keptMinor: number;
  /** What went back because later returns brought the exchanged item back. */
  laterMinor: number;
  /** The rate of the line, in parts per million, and whether its price includes the tax. */
  ppm: number;
  isIncluded: boolean;
}

interface OrderRow {
  id: string;
  city: string;
  /** Units by the key of the request. */
  sent: Record<string, number> | null;
  cancelled: Record<string, number> | null;
  /** Ids of parcels. */
  delivered: string[] | null;
  refunds: FoundRefund[] | null;
  returns: FoundReturn[] | null;
}

/** What happened to orders after they were paid, each by the key of its request. */
export async function checkAfterSale(pool: pg.Pool, purchases: Purchase[]): Promise<string[]> {
  const { rows } = await pool.query<OrderRow>(
    `select o.id, o.city,
       (select json_object_agg(f.key, s.quantity) from fulfillments f
         join fulfillment_lines s on s.fulfillment_id = f.id where f.order_id = o.id) as sent,
       (select json_object_agg(c.key, c.quantity) from order_cancellations c
         where c.order_id = o.id) as cancelled,
       (select json_agg(f.id) from fulfillments f
         where f.order_id = o.id and f.delivered_at is not null) as delivered,
       (select json_agg(json_build_object('key', r.key, 'minor', r.amount_minor,
           'units', (select coalesce(sum(l.quantity + l.lowered), 0) from refund_lines l where l.refund_id = r.id),
           'restocked', (select coalesce(bool_or(l.restocked), false) from refund_lines l
             where l.refund_id = r.id)))
         from refunds r join payments p on p.id = r.payment_id
         where p.order_id = o.id and p.status = 'captured') as refunds,
       (select json_agg(json_build_object('id', r.id, 'key', r.key, 'quantity', l.quantity,
           'reason', l.reason, 'lines', l.lines,
           'ofKey', (select key from returns where id = r.of_return_id),
           'ofExtrasMinor', (select coalesce(sum(amount_minor), 0) from extra_returns
             where return_id = r.id and kind = 'refund'),
           'approve', case when r.approved_at is not null then '' end,
           'decline', r.decline_reason,
           'withdraw', case when r.withdrawn_at is not null then '' end,
           'receive', case when r.received_at is not null then l.came end,
           'close', case when r.closed_at is not null then '' end,
           'ship-exchange', (select '' from exchanges e
             where e.return_id = r.id and e.fulfillment_id is not null),
           'cancel-exchange', (select '' from exchanges e
             where e.return_id = r.id and e.released_because = 'cancelled'),
           'waive-difference', (select '' from exchanges e
             where e.return_id = r.id and e.waived_unit_minor > 0),
           'exchange', (select json_build_object('units', e.quantity - e.released,
             'refundedMinor', e.refunded_minor, 'isSent', e.fulfillment_id is not null)
             from exchanges e where e.return_id = r.id),
           'extra', (select json_build_object('captures', count(*),
             'keptMinor', coalesce(sum(p.amount_minor - (select coalesce(sum(f.amount_minor), 0)
               from refunds f where f.payment_id = p.id and f.status <> 'withdrawn')), 0),
             'laterMinor', (select coalesce(sum(amount_minor), 0) from extra_returns
               where paid_by = r.id),
             'ppm', (select max(tax_ppm) from order_lines where order_id = o.id),
             'isIncluded', o.taxes_included)
             from payments p where p.return_id = r.id and p.status = 'captured')))
         from returns r cross join lateral (select count(*) as lines, max(quantity) as quantity,
             max(reason) as reason, max(concat_ws(' ', received, coalesce(condition, 'null'),
               case when restocked then 'true' else 'false' end)) as came
           from return_lines where return_id = r.id) l
         where r.order_id = o.id) as returns
     from orders o where o.replaces_id is null and o.city = any($1)
     order by o.created_at`,
    [purchases.map(({ tag }) => tag)],
  );
  const byTag = Map.groupBy(rows, ({ city }) => city);
  return purchases.flatMap((purchase) => {
    const placed = byTag.get(purchase.tag) ?? [];
    const order = placed.find(({ id }) => id === purchase.orderId) ?? placed.at(-1);
    // It expired before the request for its intent was repeated: a new one was placed.
    const others = placed.filter((row) => row !== order);
    return [...(order ? faultsOf(purchase, order) : []), ...others.flatMap(faultsOfExpired)].map(
      (fault) => `${purchase.tag}: ${fault}`,
    );
  });
}

function faultsOfExpired({ id, city: _, ...happened }: OrderRow): string[] {
  return Object.entries(happened).flatMap(([what, rows]) =>
    rows === null ? [] : [`${id} expired and has ${what}: ${JSON.stringify(rows)}`],
  );
}

function faultsOf(purchase: Purchase, { sent, cancelled, delivered, ...row }: OrderRow): string[] {
  const refunds = new Map((row.refunds ?? []).map((refund) => [refund.key ?? 'no key', refund]));
  const parcels = new Set(delivered ?? []);
  const returned = (row.returns ?? []).map((one) => {
    const key = `return ${one.id}`;
    const refund = refunds.get(key);
    refunds.delete(key);
    // `verify` compares its amount with the exchange.
    if (one.exchange?.refundedMinor) refunds.delete(`exchange ${one.id}`);
    const minor = (refund?.minor ?? 0) + one.ofExtrasMinor;
    return { ...one, refund: refund || minor > 0 ? String(minor) : null };
  });
  return [
    ...faultsOfUnits('sent', purchase.parcels, sent),
    ...faultsOfUnits('cancelled', purchase.cancellations, cancelled),
    ...[...purchase.delivered]
      .filter((id) => !parcels.has(id))
      .map((id) => `${id} was acknowledged as delivered and is not`),
    ...faultsOfRefunds(purchase, refunds),
    ...faultsOfReturns(purchase.returns, returned),
  ];
}

/** Units by key: what was acknowledged is there, and nothing that nobody asked for. */
function faultsOfUnits(
  what: string,
  asked: Map<string, RequestedUnits>,
  found: Record<string, number> | null,
): string[] {
  const units = new Map(Object.entries(found ?? {}));
  const faults: string[] = [];
  for (const [key, { quantity, isSure }] of asked) {
    const is = units.get(key);
    units.delete(key);
    if (is === undefined && isSure) faults.push(`${key} was acknowledged as ${what} and is not`);
    if (is !== undefined && is !== quantity) faults.push(`${key} is ${what} in another number`);
  }
  return [
    ...faults,
    ...[...units.keys()].map((key) => `${key} is ${what}, for which nobody asked`),
  ];
}

/** Refunds by key, those of cancellations included. */
function faultsOfRefunds(
  { refunds: asked, cancellations }: Purchase,
  found: Map<string, FoundRefund>,
): string[] {
  const all = new Map<
    string,
    Pick<RequestedRefund, 'amountMinor' | 'isSure'> & Partial<RequestedRefund>
  >(asked);
  for (const [key, { refundMinor, isSure }] of cancellations) {
    if (refundMinor > 0) all.set(`cancellation ${key}`, { amountMinor: refundMinor, isSure });
  }
  const faults: string[] = [];
  for (const [key, { amountMinor, quantity, restock, isSure }] of all) {
    const is = found.get(key);
    found.delete(key);
    if (!is && isSure) faults.push(`${key} was acknowledged as refunded and is not`);
    if (!is) continue;
    const isSame =
      (amountMinor === null || is.minor === amountMinor) &&
      (quantity === undefined || is.units === quantity) &&
      (restock === undefined || is.restocked === restock);
    if (!isSame) faults.push(`${key} is refunded otherwise: ${JSON.stringify(is)}`);
  }
  return [...faults, ...[...found.keys()].map((key) => `${key} is refunded, and nobody asked`)];
}

function faultsOfReturns(asked: Map<string, RequestedReturn>, found: FoundReturn[]): string[] {
  const byKey = new Map(found.map((one) => [one.key, one]));
  const costOf = costsOf(asked, found);
  const faults = [...asked].flatMap(([key, one]) => {
    const is = byKey.get(key);
    byKey.delete(key);
    const wrong = is
      ? [
          is.lines === 1 && is.quantity === one.quantity && is.reason === one.reason,
          is.ofKey === one.ofKey,
          (is.exchange !== null) === (one.wanted !== null) &&
            (is.exchange?.units ?? 0) <= one.quantity,
        ]
      : [!one.isSure && one.steps.every(({ isSure }) => !isSure)];
    return [
      ...wrong.filter((isRight) => !isRight).map(() => `${key} is another return, or none`),
      ...(is ? faultsOfSteps(key, one, is) : []),
      ...(is ? faultsOfExtra(costOf, key, is).map((fault) => `${key}: ${fault}`) : []),
    ];
  });
  return [...faults, ...[...byKey.keys()].map((key) => `${key} is a return that nobody asked for`)];
}

type CostOf = (key: string | null) => { minor: number; moreMinor: number; isPaid: boolean };

/**
 * By the key of a return: what its size costs more than the bought one, what of that is due for it, and
 * whether the shop said that it is paid. A size whose difference was waived costs what came back.
 */
function costsOf(asked: Map<string, RequestedReturn>, found: FoundReturn[]): CostOf {
  const waived = new Set(
    found.flatMap((one) => (one['waive-difference'] === null ? [] : [one.key])),
  );
  const costOf: CostOf = (key) => {
    const one = asked.get(key ?? '');
    if (!one || one.wanted === null) return { minor: 0, moreMinor: 0, isPaid: false };
    const before = costOf(one.ofKey).minor;
    const minor = waived.has(key ?? '') ? before : moreOf(one.wanted);
    return { minor, moreMinor: Math.max(0, minor - before), isPaid: one.isPaid };
  };
  return costOf;
}

/** A capture is what the exchange costs more, or goes back; and nothing is sent without it. */
function faultsOfExtra(costOf: CostOf, key: string, found: FoundReturn): string[] {
  const { captures, laterMinor, ppm, isIncluded } = found.extra;
  const keptMinor = found.extra.keptMinor + laterMinor;
  const { moreMinor, isPaid } = costOf(key);
  const netMinor = moreMinor * (found.exchange?.units ?? 0);
  const dueMinor = netMinor + (isIncluded ? 0 : plainTax(netMinor, ppm, false));
  const isSent = found.exchange?.isSent === true;
  const faults = [
    captures > 1 ? `has ${captures} extra payments` : '',
    captures > 0 && keptMinor !== dueMinor
      ? `has ${keptMinor} paid, and costs ${dueMinor} more`
      : '',
    isSent && keptMinor !== dueMinor ? `was sent with ${keptMinor} paid of ${dueMinor}` : '',
    isPaid && captures === 0 ? 'was acknowledged as paid and is not' : '',
  ];
  return faults.filter((fault) => fault !== '');
}

function faultsOfSteps(key: string, { steps }: RequestedReturn, found: FoundReturn): string[] {
  return returnSteps.flatMap((step) => {
    const is = found[step];
    const asked = steps.filter((one) => one.step === step);
    const fits = ({ what }: { what: string | null }) =>
      is !== null && (what === null || what === is);
    const lost = asked.find((one) => one.isSure && !fits(one));
    if (lost) return [`${key}: '${step} ${lost.what}' was acknowledged, and it is ${is}`];
    const isExplained = is === null || asked.some(fits);
    return isExplained ? [] : [`${key}: '${step} ${is}', for which nobody asked`];
  });
}
