/**
 * Looks for contradictions in orders, stock and ledger. Each query finds breaches of one invariant
 * of docs/architecture.md. The queries work on whole sets, so that a million orders take minutes.
 * They only read, so they can run beside the shop at any time. They write conditions out that
 * features have as functions or fragments, so that they notice mistakes there.
 */
import { DIFFERENCE } from '#features/order-tables/difference-key.schema.ts';
import { loneReleaseReasons } from '#features/order-tables/exchange-state.schema.ts';
import { documentQueries } from './document-queries.ts';

export interface LedgerFinding {
  /** The rule that is broken if the query finds rows. */
  breach: string;
  rows: unknown[];
}

/**
 * From when on every email is there: earlier ones may have been removed. An email is removed by the
 * time of its sending, which is that of its event or later. The day is for clocks that differ.
 */
const emailsStay = `(select coalesce(max(removed_before) + interval '1 day', '-infinity')
    from removals where rule = 'sentEmails')`;

const literalsOf = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

const queries: Record<string, string> = {
  'stock is negative, or not the sum of its movements': `
    select v.id from variants v left join stock_movements m on m.variant_id = v.id
    group by v.id having v.on_hand < 0 or v.on_hand <> coalesce(sum(m.quantity), 0)`,
  'a variant is on sale although its product is not in the shop, or the other way round': `
    select v.id from variants v join products p on p.id = v.product_id
    where v.active <> (p.status = 'active' and v.archived_at is null)`,
  'a slug that a product gave up is also that of another product': `
    select s.slug from product_slugs s join products p on p.slug = s.slug
    where p.deleted_at is null and p.id <> s.product_id`,
  'the stock movements of an order differ from its lines': `
    select o.id from orders o join order_lines l on l.order_id = o.id
    left join (select order_id, variant_id, -sum(quantity) as units from stock_movements
      where order_id is not null and reason <> 'exchanged' group by 1, 2) taken
      on (taken.order_id, taken.variant_id) = (o.id, l.variant_id)
    left join (select b.order_id, coalesce(item, b.variant_id) as variant_id, sum(r.quantity) as units
      from (
        select order_id, position, quantity, null as item from order_cancellations where restocked
        union all select order_id, position, quantity, null from refund_lines where restocked
        union all select order_id, position, received, item_variant_of(return_id, position)
          from return_lines where restocked
      ) r join order_lines b using (order_id, position) group by 1, 2) back
      on (back.order_id, back.variant_id) = (o.id, l.variant_id)
    where coalesce(taken.units, 0)
      <> case when o.status = 'cancelled' then 0 else l.quantity - coalesce(back.units, 0) end`,
  'cancelled units went back into the stock in another number than was asked for, or twice': `
    select c.order_id, c.key from order_cancellations c
    join order_lines l on (l.order_id, l.position) = (c.order_id, c.position)
    where case when c.restocked then c.quantity else 0 end <> (
      select coalesce(sum(m.quantity), 0) from stock_movements m
      where m.order_id = c.order_id and m.variant_id = l.variant_id and m.reason = 'cancelled'
        and m.request_key = c.order_id || ' ' || l.variant_id || ' ' || c.key)`,
  'an order does not add up': `
    select o.id from orders o left join order_lines l on l.order_id = o.id group by o.id
    having o.total_minor <> o.subtotal_minor + o.shipping_minor
        + case when o.taxes_included then 0 else o.tax_minor end
      or o.subtotal_minor <> coalesce(sum(l.line_total_minor), 0)
      or o.tax_minor <> coalesce(sum(l.tax_minor), 0) + o.shipping_tax_minor`,
  'the tax of a line or of the shipping is not its rate, rounded half up': `
    select o.id from orders o cross join lateral (
        select line_total_minor as minor, tax_minor as tax, tax_ppm as ppm from order_lines
          where order_id = o.id
        union all select o.shipping_minor, o.shipping_tax_minor, o.shipping_tax_ppm) part
    cross join lateral (select 1000000 + case when o.taxes_included then part.ppm else 0 end as whole) of
    where part.tax <> case when part.ppm is null then 0
      else div(2 * part.minor::numeric * part.ppm + of.whole, 2 * of.whole) end`,
  'a paid order does not have exactly one capture of its amount': `
    select o.id from orders o left join payments p on p.order_id = o.id
      and p.status = 'captured' and p.amount_minor = o.total_minor and p.currency = o.currency
    group by o.id having (o.status = 'paid') <> (count(p.id) = 1)`,
  'the ledger entries of a payment are not its capture less its refunds': `
    select p.id from payments p
    left join (select payment_id, sum(amount_minor) as minor from ledger_entries group by 1) booked
      on booked.payment_id = p.id
    left join (select payment_id, sum(amount_minor) as minor from refunds
      where status = 'done' group by 1) back on back.payment_id = p.id
    where coalesce(booked.minor, 0) <> - coalesce(back.minor, 0)
      + case when p.status in ('captured', 'refunded') then p.amount_minor else 0 end`,
  'the sales of a day are not the sums of its ledger entries': `
    select day, currency from (
      select (at at time zone 'UTC')::date as day, currency, sum(amount_minor) as minor
      from ledger_entries
      where id <= (select coalesce(max(summed_to), 0) from sales_progress) group by 1, 2
    ) l full join daily_sales d using (day, currency)
    where coalesce(l.minor, 0) <> coalesce(d.captured_minor - d.refunded_minor, 0)`,
  'a ledger entry or a refund is in another currency than its payment': `
    select p.id from payments p join (select payment_id, currency from ledger_entries
      union all select payment_id, currency from refunds) m on m.payment_id = p.id
    where m.currency <> p.currency`,
  'a refund that was requested an hour ago is not done': `
    select id from refunds where status = 'requested' and created_at < now() - interval '1 hour'`,
  'more is refunded than was captured, or a payment that must be refunded in full is not': `
    select p.id from payments p left join refunds r on r.payment_id = p.id group by p.id
    having coalesce(sum(r.amount_minor) filter (where r.status in ('requested', 'done')), 0) > p.amount_minor
      or (p.status = 'refunded' and coalesce(sum(r.amount_minor), 0) <> p.amount_minor)
      or (p.status not in ('captured', 'refunded') and count(r.id) > 0)`,
  'more of a line or of the shipping is refunded than was paid, or goes back than was shipped': `
    select l.order_id from order_lines l join (select r.order_id, r.position,
        sum(r.quantity) filter (where f.status <> 'withdrawn') as units,
        sum(r.amount_minor) filter (where f.status <> 'withdrawn') as minor,
        sum(r.tax_minor) filter (where f.status <> 'withdrawn') as tax,
        sum(r.quantity) filter (where r.restocked) as restocked
        from refund_lines r join refunds f on f.id = r.refund_id group by 1, 2
      ) back on (back.order_id, back.position) = (l.order_id, l.position)
    join orders bought on bought.id = l.order_id
    where back.units > l.quantity or back.tax > l.tax_minor
      or back.minor > l.line_total_minor + case when bought.taxes_included then 0 else l.tax_minor end
      or back.restocked > (
      select coalesce(sum(s.quantity), 0) from fulfillment_lines s
      where (s.order_id, s.position) = (l.order_id, l.position))
    union all select p.order_id from refunds r join payments p on p.id = r.payment_id
    left join orders o on o.id = p.order_id where r.status <> 'withdrawn'
    group by p.id, p.order_id, o.id
    having sum(r.shipping_minor) > coalesce(o.shipping_minor
        + case when o.taxes_included then 0 else o.shipping_tax_minor end, 0)
      or sum(r.shipping_tax_minor) > coalesce(o.shipping_tax_minor, 0)`,
  'the parts of a refund are more than it, or of another order': `
    select r.id from refunds r join payments p on p.id = r.payment_id
    join refund_lines l on l.refund_id = r.id group by r.id
    having sum(l.amount_minor) + r.shipping_minor > r.amount_minor
      or bool_or(l.order_id is distinct from p.order_id)`,
  'refunded units went back into the stock in another number than was asked for, or twice': `
    select l.refund_id from refund_lines l join refunds r on r.id = l.refund_id
    join order_lines bought on (bought.order_id, bought.position) = (l.order_id, l.position)
    where case when l.restocked then l.quantity else 0 end <> (
      select coalesce(sum(m.quantity), 0) from stock_movements m
      where m.order_id = l.order_id and m.variant_id = bought.variant_id and m.reason = 'returned'
        and m.request_key = l.order_id || ' ' || bought.variant_id || ' refund ' || coalesce(r.key, ''))`,
  'a payment intent belongs to more than one payment': `
    select intent_id from payments where intent_id is not null group by provider, intent_id
    having count(*) > 1`,
  'the card sandbox holds other money than the ledger shows': `
    select i.id from sandbox_intents i left join payments p on p.intent_id = i.id
    left join (select payment_id, sum(amount_minor) as minor,
        sum(amount_minor) filter (where status = 'done') as done from refunds group by 1) back
      on back.payment_id = p.id
    where i.status = 'succeeded' and coalesce(p.status, '') not in ('created', 'unknown')
      and (coalesce(p.status, '') not in ('captured', 'refunded') and i.amount_minor <> i.refunded_minor
        or p.id is not null
          and i.refunded_minor not between coalesce(back.done, 0) and coalesce(back.minor, 0))`,
  'the status of an order differs from its history': `
    select o.id from orders o left join (select distinct on (order_id) order_id, to_status
      from order_events order by order_id, id desc) latest on latest.order_id = o.id
    where o.status is distinct from latest.to_status`,
  'an order was replaced by a different one, or while it was not cancelled': `
    select n.id from orders n join orders o on o.id = n.replaces_id
    where o.status <> 'cancelled' or n.total_minor <> o.total_minor or exists (
      select from order_lines a where a.order_id = o.id and not exists (
        select from order_lines b where b.order_id = n.id and (b.variant_id, b.quantity,
          b.unit_price_minor) = (a.variant_id, a.quantity, a.unit_price_minor)))`,
  'more of a line is shipped and cancelled than was bought': `
    select l.order_id, l.position from order_lines l join (
      select order_id, position, sum(quantity) as units from (
        select order_id, position, quantity from fulfillment_lines
        union all select order_id, position, quantity from order_cancellations
      ) gone group by 1, 2) gone on (gone.order_id, gone.position) = (l.order_id, l.position)
    where l.quantity < gone.units`,
  'an order that is not paid has a parcel, a hold or a cancelled line': `
    select o.id from orders o where o.status <> 'paid' and (o.held_at is not null
      or exists (select from fulfillments f where f.order_id = o.id)
      or exists (select from order_cancellations c where c.order_id = o.id))`,
  'the fulfillment status of an order differs from its parcels': `
    select o.id from orders o where o.fulfillment_status <> fulfillment_status_of(o.id, o.held_at)`,
  'the country of an order differs from that of its delivery address': `
    select o.id from orders o
    left join order_addresses a on a.order_id = o.id and a.kind = 'delivery'
    where o.delivery_country is distinct from a.country`,
  'a parcel is empty, or was sent without an email about it': `
    select f.id from fulfillments f
    where not exists (select from fulfillment_lines s where s.fulfillment_id = f.id)
      and not exists (select from exchanges e where e.fulfillment_id = f.id)
    union select f.id from fulfillments f where f.shipped_at >= ${emailsStay} and not exists (
      select from outbox m where m.kind in ('order.shipped', 'exchange.shipped')
        and m.payload->>'fulfillmentId' = f.id)`,
  'a parcel that was taken back is still there, or its customer was told of it and of nothing else': `
    select t.fulfillment_id from taken_back_parcels t where exists (
      select from fulfillments f where f.id = t.fulfillment_id or (f.order_id, f.key) = (t.order_id, t.key))
    union select t.fulfillment_id from taken_back_parcels t
    join outbox m on m.kind = 'order.shipped' and m.payload->>'fulfillmentId' = t.fulfillment_id
    where m.attempts > 0 and m.created_at >= ${emailsStay} and not exists (select from outbox n
      where n.kind = 'order.parcel-taken-back' and n.payload->>'fulfillmentId' = t.fulfillment_id)`,
  'units were cancelled without an email about it': `
    select distinct c.order_id, c.key from order_cancellations c
    where c.cancelled_at >= ${emailsStay} and not exists (select from outbox m
      where m.kind = 'order.lines-cancelled'
      and m.payload->>'orderId' = c.order_id and m.payload->>'key' = c.key)`,
  'more of a line comes back than was delivered, or than was shipped': `
    select distinct l.order_id, l.position from return_lines l
    where returned_of(l.order_id, l.position) > (
        select coalesce(sum(s.quantity), 0) from fulfillment_lines s
        join fulfillments f on f.id = s.fulfillment_id
        where (s.order_id, s.position) = (l.order_id, l.position) and f.delivered_at is not null)
      or returned_of(l.order_id, l.position) + (
        select coalesce(sum(b.quantity), 0) from refund_lines b
        where (b.order_id, b.position) = (l.order_id, l.position) and b.restocked)
      > (select coalesce(sum(s.quantity), 0) from fulfillment_lines s
        where (s.order_id, s.position) = (l.order_id, l.position))`,
  'returned units went into the stock in another number than came, or twice': `
    select l.return_id from (
      select return_id, order_id, item_variant_of(return_id, position) as variant_id,
        sum(case when restocked then received else 0 end) as units
      from return_lines group by 1, 2, 3
    ) l where l.units <> (
      select coalesce(sum(m.quantity), 0) from stock_movements m
      where m.order_id = l.order_id and m.variant_id = l.variant_id and m.reason = 'returned'
        and m.request_key = l.order_id || ' ' || l.variant_id || ' return ' || l.return_id)`,
  'more comes back of an exchange than it sent, or a return is of one of another order': `
    select l.return_id from return_lines l join returns r on r.id = l.return_id
    left join exchanges e on (e.return_id, e.position) = (r.of_return_id, l.position)
    left join fulfillments f on f.id = e.fulfillment_id
    where r.of_return_id is not null and (e.order_id is distinct from r.order_id
      or returned_of_exchange(l.order_id, l.position, r.of_return_id)
        > case when f.delivered_at is null then 0 else e.quantity - e.released end)`,
  'an extra payment gave back more than its exchange cost, or for units that did not come': `
    select x.paid_by from extra_returns x join return_lines l on (l.return_id, l.position) = (x.return_id, x.position)
    where extra_due_of(x.paid_by) < 0 or coalesce(l.received, 0) = 0`,
  'a return has no lines, or they differ from it': `
    select r.id from returns r where not exists (select from return_lines l where l.return_id = r.id)
      or exists (select from return_lines l where l.return_id = r.id
        and (l.received is null) <> (r.received_at is null))`,
  'the return status of an order differs from its returns': `
    select o.id from orders o where o.return_status <> 'none'
      and o.return_status <> return_status_of(o.id)
    union all select o.id from (select distinct order_id from returns) r
    join orders o on o.id = r.order_id where o.return_status <> return_status_of(o.id)`,
  'a return is in a state without an email about it': `
    select r.id from returns r cross join lateral (values ('return.requested', r.requested_at),
        ('staff.return-requested', r.requested_at), ('return.approved', r.approved_at),
        ('return.declined', r.declined_at), ('return.received', r.received_at)) said(kind, at)
    where said.at >= ${emailsStay} and not exists (select from outbox m where m.kind = said.kind
      and m.payload->>'returnId' = r.id)`,
  'a return was refunded before it was received, is open after it, or the refund is of another order': `
    select r.id from returns r join refunds f on f.key like 'return %' and split_part(f.key, ' ', 2) = r.id
    join payments p on p.id = f.payment_id
    where r.received_at is null or r.closed_at is null or p.order_id is distinct from r.order_id`,
  'the list of refunded orders differs from their refunds': `
    select coalesce(n.order_id, f.order_id) from (
      select p.order_id, p.amount_minor, sum(r.amount_minor) as given from refunds r
      join payments p on p.id = r.payment_id and p.order_id is not null and p.status = 'captured'
      where r.status in ('done', 'settled') group by p.id
    ) n full join (select * from refunded_orders where share <> 'none') f on f.order_id = n.order_id
    where (n.given, n.amount_minor) is distinct from (f.refunded_minor, f.paid_minor)`,
  'units that exchanges reserve or sent were not taken from the stock, or were taken twice': `
    select order_id, variant_id from (
      select order_id, variant_id, sum(quantity - released) as units from exchanges group by 1, 2
    ) made full join (
      select order_id, variant_id, -sum(quantity) as units from stock_movements
      where reason = 'exchanged' group by 1, 2
    ) taken using (order_id, variant_id)
    where coalesce(made.units, 0) <> coalesce(taken.units, 0)`,
  'an exchange waits for a return that has ended, or does not fit its line': `
    select e.return_id, e.position from exchanges e join returns r on r.id = e.return_id
    join return_lines l on (l.return_id, l.position) = (e.return_id, e.position)
    join order_lines b on (b.order_id, b.position) = (l.order_id, l.position)
    join orders o on o.id = l.order_id
    join variants v on v.id = e.variant_id
    where e.order_id <> l.order_id or e.quantity <> l.quantity or v.product_id <> b.product_id
      or v.id = item_variant_of(e.return_id, e.position)
      or e.refunded_minor > ceil(greatest(0, b.unit_price_minor - e.unit_price_minor) * coalesce(l.received, 0)
        * (1 + case when o.taxes_included then 0 else coalesce(b.tax_ppm, 0) end / 1000000.0))
      or (e.fulfillment_id is null and e.released < e.quantity
        and (num_nonnulls(r.declined_at, r.withdrawn_at, r.closed_at) > 0
          or e.quantity - e.released > coalesce(l.received, e.quantity)))`,
  'the difference of an exchange was refunded with another amount than it says': `
    select id from (select return_id as id, sum(refunded_minor) as minor from exchanges
      group by 1 having sum(refunded_minor) > 0) said
    full join (select r.id, f.amount_minor as minor from refunds f
      join returns r on f.key = '${DIFFERENCE}' || r.id) refunded using (id)
    where said.minor is distinct from refunded.minor`,
  'a dearer exchange was sent without its extra payment, or more is kept of one than exchanges cost': `
    select e.return_id from exchanges e
    where e.fulfillment_id is not null and e.unit_price_minor > item_price_of(e.return_id, e.position)
      and not exists (select from payments p where p.return_id = e.return_id and p.status = 'captured')
    union all select p.return_id from payments p
    where p.return_id is not null and p.status = 'captured'
      and extra_kept_of(p.return_id) > extra_due_of(p.return_id)`,
  'an extra payment has no invoice or no receipt email, or was captured for no reason': `
    select p.id from payments p left join documents d on d.return_id = p.return_id and d.kind = 'invoice'
    where p.return_id is not null and p.status = 'captured' and (d.total_minor is distinct from p.amount_minor
      or p.captured_at >= ${emailsStay} and not exists (select from outbox m
        where m.kind = 'exchange.paid' and m.payload->>'returnId' = p.return_id))`,
  'the history of an order differs from its parcels, cancelled units and returns': `
    select order_id, event from (
      select order_id, event, count(*) as times from (
        select f.order_id, said.event from fulfillments f
          cross join lateral (values (case when exists (select from exchanges e
              where e.fulfillment_id = f.id) then 'exchange-shipped' else 'fulfill' end, f.shipped_at),
            ('deliver', f.delivered_at)) said(event, at)
          where said.at is not null
        union all select order_id, unnest(array['fulfill', 'take-back']) from taken_back_parcels
      ) parcel group by 1, 2
      union all select order_id, 'cancel-lines', count(distinct key) from order_cancellations group by 1
      union all select r.order_id, said.event, count(*) from returns r
        cross join lateral (values ('return-requested', r.requested_at),
          ('return-approved', r.approved_at), ('return-declined', r.declined_at),
          ('return-withdrawn', r.withdrawn_at), ('return-received', r.received_at),
          ('return-closed', r.closed_at)) said(event, at)
        where said.at is not null group by 1, 2
      union all select order_id, 'exchange-released', count(distinct return_id) from exchanges
        where released_because in (${literalsOf(loneReleaseReasons)}) group by 1
      union all select r.order_id, 'exchange-paid', count(*) from payments p
        join returns r on r.id = p.return_id where p.status = 'captured' group by 1
      union all select r.order_id, 'exchange-refunded', count(*) from payments p
        join returns r on r.id = p.return_id join refunds f on f.payment_id = p.id
        where p.status = 'captured' group by 1
    ) made full join (
      select order_id, event, count(*) as times from order_events where event in ('fulfill', 'deliver',
        'take-back', 'exchange-shipped', 'exchange-released', 'exchange-paid', 'exchange-refunded', 'cancel-lines', 'return-requested', 'return-approved', 'return-declined', 'return-withdrawn',
        'return-received', 'return-closed') group by 1, 2
    ) noted using (order_id, event)
    where coalesce(made.times, 0) <> coalesce(noted.times, 0)`,
  'a parcel was sent while its order was on hold, or the hold of an order differs from its history': `
    select e.order_id from (select order_id, event, lag(event, 1, 'release')
        over (partition by order_id order by id) as before
      from (select order_id, id, event from order_events where event in ('hold', 'release')
        union all select s.order_id, s.id, s.event from order_events s
          where s.event in ('fulfill', 'exchange-shipped')
          and exists (select from order_events h where h.order_id = s.order_id and h.event = 'hold')
      ) at_hold) e where e.before = 'hold' and e.event <> 'release'
    union all select o.id from orders o left join (select distinct on (order_id) order_id, event
      from order_events where event in ('hold', 'release') order by order_id, id desc) latest
      on latest.order_id = o.id
    where (o.held_at is not null) <> (coalesce(latest.event, 'release') = 'hold')`,
  ...documentQueries,
  'a cart with an order is open, or an ordered cart has no order': `
    select c.id from carts c where (c.status = 'ordered')
      <> exists (select from orders o where o.cart_id = c.id)`,
  'an order was placed without a receipt email': `
    select o.id from orders o where o.created_at >= ${emailsStay} and not exists (
      select from outbox m where m.kind = 'order.placed' and m.payload->>'orderId' = o.id)`,
  'an order was paid, cancelled or expired without an email about it': `
    select e.order_id from order_events e where e.event in ('pay', 'cancel', 'expire')
      and e.at >= ${emailsStay} and not exists (select from outbox m where m.payload->>'orderId' = e.order_id and
        (m.kind, e.event) in (('order.paid', 'pay'), ('order.cancelled', 'cancel'),
          ('order.expired', 'expire'), ('order.cancelled', 'expire')))`,
};

/** Runs all queries; returns each with the rows that it found. */
export async function verifyLedger(
  ask: (query: string) => Promise<{ rows: unknown[] }>,
): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  for (const [breach, query] of Object.entries(queries)) {
    findings.push({ breach, rows: (await ask(query)).rows });
  }
  return findings;
}
