-- A refund of less than the price of what a customer keeps lowers that price, and refunds no unit.
ALTER TABLE "refund_lines" DROP CONSTRAINT "refund_lines_quantity_above_zero";--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "lowered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_or_lower" CHECK (least("refund_lines"."quantity", "refund_lines"."lowered") = 0 and greatest("refund_lines"."quantity", "refund_lines"."lowered") > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_lowered_stay" CHECK ("refund_lines"."lowered" = 0 or not "refund_lines"."restocked") NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "refund_lines" VALIDATE CONSTRAINT "refund_lines_refund_or_lower";--> statement-breakpoint
ALTER TABLE "refund_lines" VALIDATE CONSTRAINT "refund_lines_lowered_stay";--> statement-breakpoint
-- next transaction: what lowered the price of a line before counts for the price of its units.
CREATE OR REPLACE FUNCTION has_units_to_pack(the_order text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  line record;
  change record;
  to_ship integer;
  refunded integer;
  ended integer;
  of_ended integer;
  lowered bigint;
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
    lowered := 0;
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
          IF change.quantity = 0 THEN lowered := lowered + change.amount_minor; END IF;
          of_ended := least(change.quantity, ended);
          ended := ended - of_ended;
          IF change.amount_minor + lowered >= line.price_minor * change.quantity THEN
            refunded := least(to_ship, refunded + change.quantity - of_ended);
          END IF;
      END CASE;
    END LOOP;
    IF to_ship > refunded THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;--> statement-breakpoint
-- No more units of a line have a lower price than it has.
CREATE OR REPLACE FUNCTION check_refund_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  PERFORM FROM orders o WHERE o.id IN (SELECT a.order_id FROM added a) ORDER BY o.id FOR NO KEY UPDATE;
  SELECT a.refund_id INTO broken FROM added a JOIN refunds r ON r.id = a.refund_id JOIN payments p ON p.id = r.payment_id
   WHERE p.order_id IS DISTINCT FROM a.order_id OR r.amount_minor < r.shipping_minor
     + (SELECT sum(l.amount_minor) FROM refund_lines l WHERE l.refund_id = r.id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the parts of refund % are more than it, or of another order', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_parts_fit';
  END IF;
  SELECT l.order_id INTO broken FROM order_lines l
    JOIN orders o ON o.id = l.order_id
    JOIN LATERAL (SELECT sum(r.quantity) FILTER (WHERE f.status <> 'withdrawn') AS units,
        sum(r.amount_minor) FILTER (WHERE f.status <> 'withdrawn') AS minor,
        sum(r.tax_minor) FILTER (WHERE f.status <> 'withdrawn') AS tax,
        sum(r.quantity) FILTER (WHERE r.restocked) AS restocked, max(r.lowered) AS lowered
      FROM refund_lines r JOIN refunds f ON f.id = r.refund_id WHERE (r.order_id, r.position) = (l.order_id, l.position)) back ON true
   WHERE (l.order_id, l.position) IN (SELECT a.order_id, a.position FROM added a)
     AND (back.units > l.quantity OR back.lowered > l.quantity OR back.tax > l.tax_minor
       OR back.minor > l.line_total_minor + CASE WHEN o.taxes_included THEN 0 ELSE l.tax_minor END OR back.restocked >
       (SELECT coalesce(sum(s.quantity), 0) FROM fulfillment_lines s WHERE (s.order_id, s.position) = (l.order_id, l.position))) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'more of a line of order % goes back than was paid or shipped', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'refunded_at_most_paid';
  END IF;
  RETURN NULL;
END $$;
