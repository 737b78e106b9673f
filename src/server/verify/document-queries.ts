import { DIFFERENCE } from '#features/order-tables/difference-key.schema.ts';

/** The checks of invoices, credit notes and debit notes. Each query returns what breaks its rule. */
export const documentQueries: Record<string, string> = {
  'the numbers of documents have a gap or a double': `
    select s.kind from document_series s left join documents d on d.kind = s.kind
    group by s.kind having count(d.number) <> s.last_number - s.first_number + 1
      or count(d.number) <> count(distinct d.number)
      or coalesce(min(d.number), s.first_number) <> s.first_number
      or coalesce(max(d.number), s.last_number) <> s.last_number`,
  // Until the job has issued those of earlier orders, documents may be missing.
  'a paid order has no invoice, or more than one, or an order that is not paid has one': `
    select o.id from orders o left join documents d on d.order_id = o.id and d.kind = 'invoice'
      and d.return_id is null
    group by o.id having case when o.status = 'paid' then count(d.id) <> 1
        and (count(d.id) > 1 or (select opened_at from document_series where kind = 'invoice') is not null)
      else count(d.id) > 0 end`,
  'a refund of an order that was carried out has no credit note, or one that never was has one': `
    select r.id from refunds r join payments p on p.id = r.payment_id and p.status = 'captured'
    left join documents d on d.refund_id = r.id where r.status in ('done', 'settled') and d.id is null
      and (select opened_at from document_series where kind = 'credit_note') is not null
    union all select d.refund_id from documents d join refunds r on r.id = d.refund_id
    where r.status not in ('done', 'settled')
      and not exists (select from ledger_entries l where l.refund_id = r.id)`,
  'a document has another amount than the ledger, or belongs to another order': `
    select d.id from documents d
    left join refunds r on r.id = d.refund_id
    left join payments own on own.order_id = d.order_id and own.status = 'captured'
    left join payments extra on extra.return_id = d.return_id and extra.status = 'captured'
    left join payments p on p.id = case when d.return_id is null then own.id else extra.id end
    left join ledger_entries l on l.payment_id = p.id and l.kind = 'capture' and d.kind = 'invoice'
    where (d.kind = 'invoice' and (l.amount_minor, l.currency) is distinct from (d.total_minor, d.currency))
      or (d.kind = 'credit_note' and ((r.amount_minor, r.currency) is distinct from (d.total_minor, d.currency)
        or r.payment_id is distinct from p.id))
    union all select d.id from documents d join ledger_entries l on l.refund_id = d.refund_id
    where abs(l.amount_minor) <> d.total_minor`,
  'the lines of a document are not its total, or not those of its order or refund': `
    select d.id from documents d
    cross join lateral (select coalesce(sum((l->>'amountMinor')::bigint), 0) as minor,
      coalesce(sum((l->>'quantity')::int), 0) as units
      from jsonb_array_elements(d.content->'lines') l) listed
    cross join lateral (select coalesce(sum(b.quantity), 0) as units from (
        select quantity from order_lines where d.kind = 'invoice' and order_id = d.order_id
        union all select quantity + lowered from refund_lines where refund_id = coalesce(d.refund_id,
          (select refund_id from documents where id = d.cancels_id))) b) bought
    where (d.return_id is null and listed.units <> bought.units) or listed.minor + (d.content->>'shippingMinor')::bigint
      + coalesce((d.content->>'addedTaxMinor')::bigint, 0)
      + (d.content->>'otherMinor')::bigint <> d.total_minor`,
  'the taxes of a document are not those of its order or refund': `
    select d.id from documents d join orders o on o.id = d.order_id
    left join documents c on c.id = d.cancels_id
    left join refunds r on r.id = coalesce(d.refund_id, c.refund_id)
    cross join lateral (select coalesce(sum((t->>'taxMinor')::bigint), 0) as minor
      from jsonb_array_elements(coalesce(d.content->'taxes', '[]')) t) listed
    cross join lateral (select coalesce(sum((l->>'taxMinor')::bigint), 0) as minor
      from jsonb_array_elements(d.content->'lines') l) of_lines
    cross join lateral (select case when d.return_id is not null then of_lines.minor
      when d.kind = 'invoice' then o.tax_minor else r.shipping_tax_minor
      + (select coalesce(sum(b.tax_minor), 0) from refund_lines b where b.refund_id = r.id) end as minor) due
    where listed.minor < due.minor
      -- A part of an extra payment has no lines, and a very small one may be all tax.
      or listed.minor > case when d.kind = 'credit_note' and d.return_id is not null then d.total_minor else due.minor + (d.content->>'otherMinor')::bigint end
      or (listed.minor > due.minor and d.return_id is null and coalesce(r.key, '') not like '${DIFFERENCE}%')`,
  'a debit note does not take back the credit note of a withdrawn refund, or one is missing': `
    select d.id from documents d left join documents c on c.id = d.cancels_id
    left join refunds r on r.id = c.refund_id where d.kind = 'debit_note'
      and (r.status is distinct from 'withdrawn' or d.return_id is not null
        or (c.kind, c.order_id, c.total_minor, c.currency)
          is distinct from ('credit_note', d.order_id, d.total_minor, d.currency))
    union all select c.id from documents c join refunds r on r.id = c.refund_id
    where r.status = 'withdrawn' and not exists (select from documents d where d.cancels_id = c.id)
      and c.issued_at >= (select opened_at from document_series where kind = 'debit_note')`,
  'more taxes of an extra payment were credited than its invoice has': `
    select max(d.id) as id from documents d
    cross join lateral (select coalesce(sum((t->>'taxMinor')::bigint), 0) as minor
      from jsonb_array_elements(coalesce(d.content->'taxes', '[]')) t) listed
    where d.return_id is not null group by d.return_id
    having sum(listed.minor) filter (where d.kind = 'credit_note')
      > coalesce(sum(listed.minor) filter (where d.kind = 'invoice'), 0)`,
};
