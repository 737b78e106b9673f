import { loneReleaseReasons } from '#features/order-tables/exchange-state.schema.ts';
import { emailsStay } from './emails-stay.ts';

const literalsOf = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** Orders: their sums, history, parcels and emails. */
export const orderQueries: Record<string, string> = {
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
      union all select order_id, 'exchange-waived', count(distinct return_id) from exchanges
        where waived_unit_minor > 0 group by 1
      union all select r.order_id, 'exchange-refunded', count(*) from payments p
        join returns r on r.id = p.return_id join refunds f on f.payment_id = p.id
        where p.status = 'captured' group by 1
    ) made full join (
      select order_id, event, count(*) as times from order_events where event in ('fulfill', 'deliver',
        'take-back', 'exchange-shipped', 'exchange-released', 'exchange-paid', 'exchange-waived',
        'exchange-refunded', 'cancel-lines', 'return-requested', 'return-approved', 'return-declined', 'return-withdrawn',
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
