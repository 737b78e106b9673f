/** Payments, refunds and the ledger. */
export const paymentQueries: Record<string, string> = {
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
  // Sums that an earlier version added to are not used, and are added up again.
  'the sales of a day are not the sums of its ledger entries': `
    select day, currency from (
      select (at at time zone time_zone)::date as day, currency, sum(amount_minor) as minor
      from ledger_entries, sales_progress where id <= summed_to group by 1, 2
    ) l full join daily_sales d using (day, currency)
    where coalesce(l.minor, 0) <> coalesce(d.captured_minor - d.refunded_minor, 0)
      and not exists (select from sales_progress where zoned_to <> summed_to)`,
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
        sum(r.quantity) filter (where r.restocked) as restocked, max(r.lowered) as lowered
        from refund_lines r join refunds f on f.id = r.refund_id group by 1, 2
      ) back on (back.order_id, back.position) = (l.order_id, l.position)
    join orders bought on bought.id = l.order_id
    where back.units > l.quantity or back.lowered > l.quantity or back.tax > l.tax_minor
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
  'a payment intent belongs to more than one payment': `
    select intent_id from payments where intent_id is not null group by provider, intent_id
    having count(*) > 1`,
  'a payment outside of the shop is one of a provider too, or a captured one is of neither': `
    select p.id from payments p left join refunds r on r.payment_id = p.id
    where p.provider = 'outside' and (p.intent_id is not null or num_nonnulls(p.order_id, p.return_id) <> 1
      or p.status <> 'captured' or r.provider_refund_id is not null
      or r.status in ('failed', 'settled', 'withdrawn'))
    union select id from payments where provider <> 'outside' and intent_id is null
      and status in ('captured', 'refunded')`,
  'a payment outside of the shop is not in the audit log': `
    select p.id from payments p left join returns r on r.id = p.return_id
    where p.provider = 'outside' and not exists (select from audit_log a
      where a.action = 'order.mark-paid' and a.subject = p.order_id
        or a.action = 'return.mark-paid' and a.subject = r.order_id and a.detail ->> 'returnId' = r.id)`,
  'the card sandbox holds other money than the ledger shows': `
    select i.id from sandbox_intents i left join payments p on p.intent_id = i.id
    left join (select payment_id, sum(amount_minor) as minor,
        sum(amount_minor) filter (where status = 'done') as done from refunds group by 1) back
      on back.payment_id = p.id
    where i.status = 'succeeded' and coalesce(p.status, '') not in ('created', 'unknown')
      and (coalesce(p.status, '') not in ('captured', 'refunded') and i.amount_minor <> i.refunded_minor
        or p.id is not null
          and i.refunded_minor not between coalesce(back.done, 0) and coalesce(back.minor, 0))`,
  'the list of refunded orders differs from their refunds': `
    select coalesce(n.order_id, f.order_id) from (
      select p.order_id, p.amount_minor, sum(r.amount_minor) as given from refunds r
      join payments p on p.id = r.payment_id and p.order_id is not null and p.status = 'captured'
      where r.status in ('done', 'settled') group by p.id
    ) n full join (select * from refunded_orders where share <> 'none') f on f.order_id = n.order_id
    where (n.given, n.amount_minor) is distinct from (f.refunded_minor, f.paid_minor)`,
};
