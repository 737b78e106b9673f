-- The jobs of counts that wait have no movement of their own in their lines.
ALTER TABLE "stock_count_lines" ADD COLUMN "movement" bigint;--> statement-breakpoint
-- next transaction
CREATE TABLE "open_lines" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"variant_id" text NOT NULL,
	"units" integer NOT NULL,
	"is_paid" boolean NOT NULL,
	CONSTRAINT "open_lines_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "open_lines_above_zero" CHECK ("open_lines"."units" > 0)
);
--> statement-breakpoint
CREATE INDEX "open_lines_of_variant" ON "open_lines" USING btree ("variant_id","is_paid","units");--> statement-breakpoint
-- Writes what is left of these orders. Each statement after the lock sees all earlier changes of them.
CREATE FUNCTION note_open_lines(the_orders text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders o WHERE o.id = ANY(the_orders) ORDER BY o.id FOR NO KEY UPDATE;
  DELETE FROM open_lines p WHERE p.order_id = ANY(the_orders);
  INSERT INTO open_lines (order_id, position, variant_id, units, is_paid)
  SELECT open.* FROM (
    SELECT l.order_id, l.position, l.variant_id, l.quantity
      - coalesce((SELECT sum(c.quantity) FROM order_cancellations c WHERE (c.order_id, c.position) = (l.order_id, l.position)), 0)
      - coalesce((SELECT sum(s.quantity) FROM fulfillment_lines s WHERE (s.order_id, s.position) = (l.order_id, l.position)), 0) AS units,
      o.status = 'paid'
    FROM orders o JOIN order_lines l ON l.order_id = o.id
    WHERE o.id = ANY(the_orders)
      AND (o.status = 'pending' OR (o.status = 'paid' AND (o.archived_at IS NULL OR o.delivery_method IS NOT NULL)))
  ) open WHERE open.units > 0;
END $$;--> statement-breakpoint
CREATE FUNCTION note_open_lines_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_open_lines(ARRAY[NEW.id]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_open_lines_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_open_lines(ARRAY(SELECT DISTINCT c.order_id FROM changed c));
  RETURN NULL;
END $$;--> statement-breakpoint
-- Of a new order nothing is cancelled or sent yet, and nobody else sees it.
CREATE FUNCTION note_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_lines (order_id, position, variant_id, units, is_paid)
  SELECT c.order_id, c.position, c.variant_id, c.quantity, o.status = 'paid'
  FROM changed c JOIN orders o ON o.id = c.order_id
  WHERE o.status = 'pending' OR (o.status = 'paid' AND (o.archived_at IS NULL OR o.delivery_method IS NOT NULL));
  RETURN NULL;
END $$;--> statement-breakpoint
-- next transaction: what is placed, paid, cancelled, archived or restored, what is sent, and parcels that are taken back.
CREATE TRIGGER orders_note_open_lines AFTER UPDATE OF status, archived_at ON "orders" FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR (OLD.archived_at IS NULL) <> (NEW.archived_at IS NULL))
  EXECUTE FUNCTION note_open_lines_of_order();--> statement-breakpoint
-- next transaction
CREATE TRIGGER order_lines_note_open_lines AFTER INSERT ON "order_lines" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_lines();--> statement-breakpoint
-- next transaction
CREATE TRIGGER order_cancellations_note_open_lines AFTER INSERT ON "order_cancellations" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_open_lines_of_changed();--> statement-breakpoint
-- next transaction
CREATE TRIGGER fulfillment_lines_note_open_lines AFTER INSERT ON "fulfillment_lines" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_open_lines_of_changed();--> statement-breakpoint
CREATE TRIGGER fulfillment_lines_note_taken_back AFTER DELETE ON "fulfillment_lines" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_open_lines_of_changed();--> statement-breakpoint
-- in batches: the orders that are open now. From the triggers on, none is overlooked.
WITH next AS (
  SELECT o.id FROM orders o
  WHERE (o.status = 'pending' OR (o.status = 'paid' AND (o.archived_at IS NULL OR o.delivery_method IS NOT NULL)
    AND o.fulfillment_status IN ('unfulfilled', 'partly_fulfilled', 'on_hold'))) AND o.id > $1
  ORDER BY o.id LIMIT 500
) SELECT max(id) AS last, note_open_lines(array_agg(id)) FROM next;
