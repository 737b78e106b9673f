import { expect } from 'vitest';
import type { TestShop } from './shop.ts';

/** Each query finds what must not be; see the invariants in docs/architecture.md. */
const breaches: Record<string, string> = {
  'stock is negative or not the sum of its movements': `
    select v.id from variants v left join stock_movements m on m.variant_id = v.id
    group by v.id having v.on_hand < 0 or v.on_hand <> coalesce(sum(m.quantity), 0)`,
  'an order holds other units than its lines say': `
    select o.id from orders o join order_lines l on l.order_id = o.id
    where coalesce((select -sum(m.quantity) from stock_movements m
      where m.order_id = o.id and m.variant_id = l.variant_id), 0)
      <> case when o.status = 'cancelled' then 0 else l.quantity end`,
  'an order does not add up': `
    select o.id from orders o where o.total_minor <> o.subtotal_minor + o.shipping_minor
      or o.subtotal_minor <> (select sum(line_total_minor) from order_lines where order_id = o.id)`,
  'a paid order has not exactly one capture of its amount': `
    select o.id from orders o where (o.status = 'paid') <> exists (
      select from payments p where p.order_id = o.id and p.status = 'captured'
        and p.amount_minor = o.total_minor and p.currency = o.currency)`,
  'the ledger of a payment is not its amount, or nothing after a refund': `
    select p.id from payments p left join ledger_entries e on e.payment_id = p.id group by p.id
    having coalesce(sum(e.amount_minor), 0) <> case p.status when 'captured' then p.amount_minor else 0 end`,
  'the provider kept money that the books do not know': `
    select i.id from sandbox_intents i left join payments p on p.intent_id = i.id
    where i.status = 'succeeded' and i.amount_minor - i.refunded_minor
      <> case when p.status = 'captured' then p.amount_minor else 0 end
      and coalesce(p.status, '') <> 'created'`,
  'an order is in another state than its history says': `
    select o.id from orders o where o.status <> (
      select to_status from order_events e where e.order_id = o.id order by e.id desc limit 1)`,
};

/** What is wrong in a shop's books, by name; nothing is what it should find. */
export async function findBreaches(
  ask: (query: string) => Promise<{ rows: unknown[] }>,
): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(breaches)) {
    const { rows } = await ask(query);
    if (rows.length > 0) found[name] = rows;
  }
  return found;
}

/** Fails with the names of what is wrong in the shop's books. */
export async function expectSoundBooks(shop: TestShop): Promise<void> {
  expect(await findBreaches((query) => shop.database.pool.query(query))).toEqual({});
}
