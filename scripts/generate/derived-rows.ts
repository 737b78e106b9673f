/**
 * Rows that follow from the orders, parcels and payments that were copied before. The database makes
 * them by set, which takes a tenth of the time that one row after the other takes here.
 */
import { GENERATED_INTENT, JOB } from './order-rows.ts';

// What marks generated rows, beside those that the demo shop has.
const ofOrders = 'o.fingerprint = o.id';
const ofParcels = "f.key = 'generated'";
const ofPayments = `starts_with(p.intent_id, '${GENERATED_INTENT}')`;
const ofRefunds = "r.key = 'generated'";
const ofReturns = "b.key = 'generated'";

export const eventRows = `
  insert into order_events (order_id, event, from_status, to_status, actor, at)
  select order_id, event, from_status, to_status, actor, at from (
    select o.id as order_id, 1 as nr, 'place' as event, null as from_status, 'pending' as to_status,
      o.user_id as actor, o.created_at as at from orders o where ${ofOrders}
    union all select o.id, 2, case o.status when 'paid' then 'pay' else 'cancel' end, 'pending',
      o.status, o.user_id, coalesce(o.paid_at, o.cancelled_at)
      from orders o where ${ofOrders} and o.status <> 'pending'
    union all select f.order_id, 3, 'fulfill', 'paid', 'paid', '${JOB}', f.shipped_at
      from fulfillments f where ${ofParcels}
    union all select f.order_id, 4, 'deliver', 'paid', 'paid', '${JOB}', f.delivered_at
      from fulfillments f where ${ofParcels} and f.delivered_at is not null
    union all select b.order_id, said.nr, said.event, 'paid', 'paid', coalesce(said.actor, '${JOB}'), said.at
      from returns b join orders o on o.id = b.order_id cross join lateral (values
        (5, 'return-requested', o.user_id, b.requested_at), (6, 'return-approved', null, b.approved_at),
        (7, 'return-received', null, b.received_at), (8, 'return-closed', null, b.closed_at)
      ) said(nr, event, actor, at) where ${ofReturns} and said.at is not null
  ) e order by order_id, nr`;

export const addressRows = `
  insert into order_addresses (order_id, kind, updated_at, recipient, line1, city, postcode, country, phone)
  select o.id, 'delivery', o.created_at, o.name, '12 Main Street', o.city, '1000', o.delivery_country,
    '+8801' || lpad((('x' || substr(md5(o.id), 1, 8))::bit(32)::bigint % 1000000000)::text, 9, '0')
  from orders o where ${ofOrders} and o.delivery_country is not null`;

export const intentRows = `
  insert into sandbox_intents (id, client_secret, idempotency_key, amount_minor, currency, status,
    reference, last4, created, refunded_minor)
  select p.intent_id, p.intent_id || '_secret_generated', p.id, p.amount_minor, p.currency,
    'succeeded', p.order_id, p.last4, extract(epoch from p.created_at)::int,
    coalesce(r.amount_minor, 0)
  from payments p left join refunds r on r.payment_id = p.id and ${ofRefunds} where ${ofPayments}`;

export const providerRefundRows = `
  insert into sandbox_refunds (id, idempotency_key, intent_id, amount_minor, reference)
  select r.provider_refund_id, r.id, p.intent_id, r.amount_minor, r.id
  from refunds r join payments p on p.id = r.payment_id where ${ofRefunds}`;

export const ledgerRows = `
  insert into ledger_entries (kind, payment_id, order_id, refund_id, amount_minor, currency, at)
  select l.* from (
    select 'capture', p.id, p.order_id, null, p.amount_minor, p.currency, p.captured_at
      from payments p where ${ofPayments}
    union all select 'refund', p.id, p.order_id, r.id, -r.amount_minor, r.currency, r.done_at
      from refunds r join payments p on p.id = r.payment_id where ${ofRefunds}
  ) l (kind, payment_id, order_id, refund_id, amount_minor, currency, at) order by l.at`;

/** The rows of refunded orders, as the trigger of `refunds` writes them. */
export const refundedOrderRows = `
  insert into refunded_orders (order_id, refunded_minor, paid_minor)
  select p.order_id, r.amount_minor, p.amount_minor
  from refunds r join payments p on p.id = r.payment_id where ${ofRefunds}`;

export const parcelLineRows = `
  insert into fulfillment_lines (fulfillment_id, order_id, position, quantity)
  select f.id, f.order_id, l.position, l.quantity
  from fulfillments f join order_lines l on l.order_id = f.order_id where ${ofParcels}`;

/** The units to ship, as the triggers of orders and parcels write them. */
export const openLineRows = `
  insert into open_lines (order_id, position, variant_id, units, is_paid)
  select l.order_id, l.position, l.variant_id, l.quantity, o.status = 'paid'
  from orders o join order_lines l on l.order_id = o.id
  where ${ofOrders} and o.status in ('pending', 'paid')
    and not exists (select from fulfillments f where f.order_id = o.id)`;

/** The first item of an order comes back; how far it came depends on the status of the order. */
export const returnRows = `
  insert into returns (id, order_id, key, requested_at, approved_at, received_at, closed_at)
  select 'ret_' || substr(o.id, 5), o.id, 'generated', f.delivered_at + interval '2 days',
    case when o.return_status <> 'requested' then f.delivered_at + interval '3 days' end,
    case when o.return_status = 'closed' then f.delivered_at + interval '9 days' end,
    case when o.return_status = 'closed' then f.delivered_at + interval '10 days' end
  from orders o join fulfillments f on f.order_id = o.id
  where ${ofOrders} and o.return_status <> 'none'`;

export const returnLineRows = `
  insert into return_lines (return_id, order_id, position, quantity, reason, received, condition)
  select b.id, b.order_id, 0, 1, 'too_small', case when b.received_at is not null then 1 end,
    case when b.received_at is not null then 'worn' end
  from returns b where ${ofReturns}`;

/** The emails count as sent long ago, so that none is sent. Of one in a thousand staff see that it never was. */
export const emailRows = `
  insert into outbox (id, kind, payload, created_at, send_after, attempts, sent_at, last_error, given_up_at)
  select 'msg_' || substr(of_id, 5) || nr, kind, payload, at, at, 1,
    case when is_lost then null else at end, case when is_lost then 'The mailbox is full.' end,
    case when is_lost then at end
  from (
    select e.*, abs(hashtext(of_id)) % 1000 = 0 and nr = 'c' as is_lost from (
      select o.id as of_id, 'a' as nr, 'order.placed' as kind, o.created_at as at,
        jsonb_build_object('orderId', o.id) as payload from orders o where ${ofOrders}
      union all select o.id, 'b', 'order.' || o.status, coalesce(o.paid_at, o.cancelled_at),
        jsonb_build_object('orderId', o.id) from orders o where ${ofOrders} and o.status <> 'pending'
      union all select f.order_id, 'c', 'order.shipped', f.shipped_at,
        jsonb_build_object('orderId', f.order_id, 'fulfillmentId', f.id)
        from fulfillments f where ${ofParcels}
      union all select b.order_id, said.nr, said.kind, said.at,
        jsonb_build_object('orderId', b.order_id, 'returnId', b.id)
        from returns b cross join lateral (values ('d', 'return.requested', b.requested_at),
          ('e', 'staff.return-requested', b.requested_at), ('f', 'return.approved', b.approved_at),
          ('g', 'return.received', b.received_at)) said(nr, kind, at)
        where ${ofReturns} and said.at is not null
    ) e
  ) e order by e.at`;

export const staffActionRows = `
  insert into audit_log (actor, action, subject, detail, at)
  select '${JOB}', 'order.fulfill', f.order_id, jsonb_build_object('fulfillmentId', f.id, 'units', o.units),
    f.shipped_at
  from fulfillments f join orders o on o.id = f.order_id where ${ofParcels} order by f.shipped_at`;
