/** Products, and the stock of variants. */
export const stockQueries: Record<string, string> = {
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
  'the open lines by variant differ from those of the orders': `
    select coalesce(o.order_id, u.order_id) as order_id, coalesce(o.position, u.position) as position
    from (
      select l.order_id, l.position, l.variant_id,
        l.quantity - coalesce(c.units, 0) - coalesce(s.units, 0) as units, o.status = 'paid' as is_paid
      from order_lines l join orders o on o.id = l.order_id
      left join (select order_id, position, sum(quantity) as units from order_cancellations group by 1, 2) c
        using (order_id, position)
      left join (select order_id, position, sum(quantity) as units from fulfillment_lines group by 1, 2) s
        using (order_id, position)
      where o.status = 'pending'
        or (o.status = 'paid' and (o.archived_at is null or o.delivery_method is not null))
    ) o full join open_lines u using (order_id, position)
    where coalesce(o.units, 0) <> coalesce(u.units, 0) or o.variant_id <> u.variant_id
      or o.is_paid <> u.is_paid`,
  'cancelled units went back into the stock in another number than was asked for, or twice': `
    select c.order_id, c.key from order_cancellations c
    join order_lines l on (l.order_id, l.position) = (c.order_id, c.position)
    where case when c.restocked then c.quantity else 0 end <> (
      select coalesce(sum(m.quantity), 0) from stock_movements m
      where m.order_id = c.order_id and m.variant_id = l.variant_id and m.reason = 'cancelled'
        and m.request_key = c.order_id || ' ' || l.variant_id || ' ' || c.key)`,
  'refunded units went back into the stock in another number than was asked for, or twice': `
    select l.refund_id from refund_lines l join refunds r on r.id = l.refund_id
    join order_lines bought on (bought.order_id, bought.position) = (l.order_id, l.position)
    where case when l.restocked then l.quantity else 0 end <> (
      select coalesce(sum(m.quantity), 0) from stock_movements m
      where m.order_id = l.order_id and m.variant_id = bought.variant_id and m.reason = 'returned'
        and m.request_key = l.order_id || ' ' || bought.variant_id || ' refund ' || coalesce(r.key, ''))`,
  'returned units went into the stock in another number than came, or twice': `
    select l.return_id from (
      select return_id, order_id, item_variant_of(return_id, position) as variant_id,
        sum(case when restocked then received else 0 end) as units
      from return_lines group by 1, 2, 3
    ) l where l.units <> (
      select coalesce(sum(m.quantity), 0) from stock_movements m
      where m.order_id = l.order_id and m.variant_id = l.variant_id and m.reason = 'returned'
        and m.request_key = l.order_id || ' ' || l.variant_id || ' return ' || l.return_id)`,
  'units that exchanges reserve or sent were not taken from the stock, or were taken twice': `
    select order_id, variant_id from (
      select order_id, variant_id, sum(quantity - released) as units from exchanges group by 1, 2
    ) made full join (
      select order_id, variant_id, -sum(quantity) as units from stock_movements
      where reason = 'exchanged' group by 1, 2
    ) taken using (order_id, variant_id)
    where coalesce(made.units, 0) <> coalesce(taken.units, 0)`,
};
