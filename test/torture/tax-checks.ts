/** Whether taxes add up: in orders, in what was captured and refunded, and in what was printed. */
import type pg from 'pg';
import { SHIPPING_PPM, type Taxes } from './taxes.ts';

/** Each query finds orders or documents that are wrong. $1 says whether prices include taxes. */
const faults: Record<string, string> = {
  'is not lines + shipping + tax, or was captured at another amount': `
    select o.id from orders o
    join (select order_id, sum(unit_price_minor * quantity) as net, sum(tax_minor) as tax
      from order_lines group by 1) l on l.order_id = o.id
    left join payments p on p.order_id = o.id and p.status = 'captured'
    where o.taxes_included <> $1::boolean or o.tax_minor <> l.tax + o.shipping_tax_minor
      or o.total_minor <> l.net + o.shipping_minor + case when $1::boolean then 0 else o.tax_minor end
      or (o.status = 'paid' and p.amount_minor is distinct from o.total_minor)`,
  'had more tax refunded of a line or of the shipping than was paid': `
    select l.order_id as id from order_lines l
    join refund_lines b on (b.order_id, b.position) = (l.order_id, l.position)
    join refunds r on r.id = b.refund_id and r.status <> 'withdrawn'
    group by l.order_id, l.position
    having sum(b.tax_minor) > l.tax_minor or bool_or(b.tax_minor > b.amount_minor)
    union all select o.id from orders o join payments p on p.order_id = o.id
    join refunds r on r.payment_id = p.id and r.status <> 'withdrawn'
    group by o.id having sum(r.shipping_tax_minor) > o.shipping_tax_minor`,
  'is an invoice with other taxes than its order': `
    select d.label as id from documents d join orders o on o.id = d.order_id
    where d.kind = 'invoice' and d.return_id is null and ((select coalesce(sum((t->>'taxMinor')::int), 0)
        from jsonb_array_elements(d.content::jsonb->'taxes') t) <> o.tax_minor
      or (select sum((l->>'taxMinor')::int) from jsonb_array_elements(d.content::jsonb->'lines') l)
        <> (select sum(tax_minor) from order_lines l where l.order_id = o.id))`,
  'is a credit note with other taxes or amounts than its refund': `
    select d.label as id from documents d join refunds r on r.id = d.refund_id
    cross join lateral (select coalesce(sum(b.amount_minor), 0) + r.shipping_minor as parts,
      coalesce(sum(b.tax_minor), 0) + r.shipping_tax_minor as tax
      from refund_lines b where b.refund_id = r.id) b
    cross join lateral (select coalesce(sum((t->>'taxMinor')::int), 0) as tax
      from jsonb_array_elements(d.content::jsonb->'taxes') t) printed
    where d.return_id is null and coalesce(r.key, '') not like 'exchange %' and (printed.tax <> b.tax
      or d.total_minor <> r.amount_minor
      or (d.content::jsonb->>'otherMinor')::int <> r.amount_minor - b.parts)`,
  'is a credit note of a difference without the tax that is in it': `
    select d.label as id from documents d join refunds r on r.id = d.refund_id
    cross join lateral (select sum(round(e.refunded_minor * l.tax_ppm::numeric / (1000000 + l.tax_ppm))) as tax
      from exchanges e join order_lines l on (l.order_id, l.position) = (e.order_id, e.position)
      where 'exchange ' || e.return_id = r.key) due
    where d.return_id is null and r.key like 'exchange %'
      and ((select coalesce(sum((t->>'taxMinor')::int), 0) from jsonb_array_elements(d.content::jsonb->'taxes') t) <> due.tax
        or (d.content::jsonb->>'otherMinor')::int <> r.amount_minor - case when $1::boolean then 0 else due.tax end)`,
  'is an extra payment of which more taxes were credited than it has': `
    select max(d.label) as id from documents d
    cross join lateral (select coalesce(sum((t->>'taxMinor')::int), 0) as tax
      from jsonb_array_elements(d.content::jsonb->'taxes') t) printed
    where d.return_id is not null group by d.return_id
    having sum(case d.kind when 'invoice' then printed.tax else -printed.tax end) < 0
      or (sum(case d.kind when 'invoice' then d.total_minor else -d.total_minor end) = 0
        and sum(case d.kind when 'invoice' then printed.tax else -printed.tax end) <> 0)`,
  'is an invoice of an exchange that does not add up, or was captured at another amount': `
    select d.label as id from documents d
    left join payments p on p.return_id = d.return_id and p.status = 'captured'
    cross join lateral (select sum((l->>'amountMinor')::int) as net, sum((l->>'taxMinor')::int) as tax
      from jsonb_array_elements(d.content::jsonb->'lines') l) printed
    where d.kind = 'invoice' and d.return_id is not null
      and (d.total_minor is distinct from p.amount_minor
        or d.total_minor <> printed.net + case when $1::boolean then 0 else printed.tax end
        or (select coalesce(sum((t->>'taxMinor')::int), 0)
          from jsonb_array_elements(d.content::jsonb->'taxes') t) <> printed.tax)`,
};

export async function checkTaxes(pool: pg.Pool, { isIncluded, seenPpm }: Taxes): Promise<string[]> {
  const found: string[] = [];
  for (const [fault, query] of Object.entries(faults)) {
    // A parameter that a query does not have is refused.
    const values = query.includes('$1') ? [isIncluded] : [];
    const { rows } = await pool.query<{ id: string }>(query, values);
    found.push(...rows.slice(0, 3).map(({ id }) => `${id} ${fault}`));
  }
  const { rows } = await pool.query<{ id: string; ppm: number }>(
    `select order_id as id, tax_ppm as ppm from order_lines where tax_ppm is null or tax_ppm <> all($1)
     union all select id, shipping_tax_ppm from orders where shipping_tax_ppm is distinct from $2`,
    [[...seenPpm], SHIPPING_PPM],
  );
  const unknown = rows
    .slice(0, 3)
    .map(({ id, ppm }) => `${id} has a rate that was never set: ${ppm}`);
  return [...found, ...unknown];
}
