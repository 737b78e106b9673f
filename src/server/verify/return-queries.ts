import { DIFFERENCE } from '#features/order-tables/difference-key.schema.ts';
import { emailsStay } from './emails-stay.ts';

/** Returns and exchanges. */
export const returnQueries: Record<string, string> = {
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
  // One that staff recorded is approved with that, and has no email before.
  'a return is in a state without an email about it': `
    select r.id from returns r cross join lateral (values
        ('return.requested', nullif(r.requested_at, r.approved_at)),
        ('staff.return-requested', nullif(r.requested_at, r.approved_at)), ('return.approved', r.approved_at),
        ('return.declined', r.declined_at), ('return.received', r.received_at)) said(kind, at)
    where said.at >= ${emailsStay} and not exists (select from outbox m where m.kind = said.kind
      and m.payload->>'returnId' = r.id)`,
  'a return was refunded before it was received, is open after it, or the refund is of another order': `
    select r.id from returns r join refunds f on f.key like 'return %' and split_part(f.key, ' ', 2) = r.id
    join payments p on p.id = f.payment_id
    where r.received_at is null or r.closed_at is null or p.order_id is distinct from r.order_id`,
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
    where e.fulfillment_id is not null
      and e.unit_price_minor - e.waived_unit_minor > item_price_of(e.return_id, e.position)
      and not exists (select from payments p where p.return_id = e.return_id and p.status = 'captured')
    union all select p.return_id from payments p
    where p.return_id is not null and p.status = 'captured'
      and extra_kept_of(p.return_id) > extra_due_of(p.return_id)`,
  'a difference was waived that was paid, or not all of it, or without an audit entry or an email': `
    select e.return_id from exchanges e where e.waived_unit_minor <> 0 and (
      e.unit_price_minor - e.waived_unit_minor <> item_price_of(e.return_id, e.position)
      or exists (select from payments p where p.return_id = e.return_id and p.status = 'captured')
      or not exists (select from audit_log a where a.action = 'return.waive-difference'
        and a.subject = e.order_id and a.detail ->> 'returnId' = e.return_id)
      or exists (select from audit_log a where a.action = 'return.waive-difference'
        and a.subject = e.order_id and a.detail ->> 'returnId' = e.return_id and a.at >= ${emailsStay}
        and not exists (select from outbox m
          where m.kind = 'exchange.waived' and m.payload->>'returnId' = e.return_id)))`,
  'an extra payment has no invoice or no receipt email, or was captured for no reason': `
    select p.id from payments p left join documents d on d.return_id = p.return_id and d.kind = 'invoice'
    where p.return_id is not null and p.status = 'captured' and (d.total_minor is distinct from p.amount_minor
      or p.captured_at >= ${emailsStay} and not exists (select from outbox m
        where m.kind = 'exchange.paid' and m.payload->>'returnId' = p.return_id))`,
};
