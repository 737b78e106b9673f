CREATE INDEX CONCURRENTLY "order_addresses_by_phone_start" ON "order_addresses" USING btree ("phone" text_pattern_ops) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_lines_by_product" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
-- next transaction: whether an order has units to ship that were not refunded. The rules are those of
-- `refunded-units.ts`, which reads the changes of each line by their times; a test compares the two.
CREATE FUNCTION has_units_to_pack(the_order text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  line record;
  change record;
  to_ship integer;
  refunded integer;
  ended integer;
  of_ended integer;
BEGIN
  IF EXISTS (SELECT FROM payments p WHERE p.order_id = the_order AND p.status = 'captured' AND p.amount_minor <= (
    SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r WHERE r.payment_id = p.id AND r.status <> 'withdrawn')) THEN
    RETURN false;
  END IF;
  FOR line IN SELECT l.position, l.quantity,
      l.unit_price_minor + CASE WHEN o.taxes_included THEN 0 ELSE l.tax_minor / l.quantity END AS price_minor
    FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE l.order_id = the_order
  LOOP
    to_ship := line.quantity;
    refunded := 0;
    ended := 0;
    FOR change IN
      SELECT c.cancelled_at AS at, 1 AS rank, c.quantity, 0::bigint AS amount_minor
        FROM order_cancellations c WHERE c.order_id = the_order AND c.position = line.position
      UNION ALL
      SELECT f.shipped_at, 2, s.quantity, 0
        FROM fulfillments f JOIN fulfillment_lines s ON s.fulfillment_id = f.id
        WHERE f.order_id = the_order AND s.position = line.position
      UNION ALL
      SELECT f.shipped_at, 3, e.quantity - e.released, 0
        FROM exchanges e JOIN returns t ON t.id = e.return_id JOIN fulfillments f ON f.id = e.fulfillment_id
        WHERE e.order_id = the_order AND e.position = line.position AND t.of_return_id IS NULL
      UNION ALL
      SELECT r.created_at, 4, x.quantity, x.amount_minor
        FROM payments p JOIN refunds r ON r.payment_id = p.id JOIN refund_lines x ON x.refund_id = r.id
        WHERE p.order_id = the_order AND p.status = 'captured' AND r.status <> 'withdrawn' AND x.position = line.position
          AND NOT EXISTS (SELECT FROM returns t WHERE t.order_id = the_order AND t.of_return_id IS NOT NULL
            AND (r.key = 'return ' || t.id OR starts_with(r.key, 'return ' || t.id || ' again ')))
      ORDER BY 1, 2
    LOOP
      CASE change.rank
        WHEN 1 THEN
          to_ship := to_ship - change.quantity;
          ended := ended + change.quantity - least(change.quantity, refunded);
          refunded := refunded - least(change.quantity, refunded);
        WHEN 2 THEN
          of_ended := least(change.quantity, to_ship - refunded);
          to_ship := to_ship - change.quantity;
          refunded := refunded - (change.quantity - of_ended);
          ended := ended + of_ended;
        WHEN 3 THEN
          ended := ended - least(change.quantity, ended);
        ELSE
          of_ended := least(change.quantity, ended);
          ended := ended - of_ended;
          IF change.amount_minor >= line.price_minor * change.quantity THEN
            refunded := least(to_ship, refunded + change.quantity - of_ended);
          END IF;
      END CASE;
    END LOOP;
    IF to_ship > refunded THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;
