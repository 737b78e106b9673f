-- A null and a constant default: PostgreSQL stores both once with the columns, so no row is written.
ALTER TABLE "orders" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fulfillment_status" text DEFAULT 'unfulfilled' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfillment_status_is_known" CHECK ("orders"."fulfillment_status" in ('unfulfilled', 'partly_fulfilled', 'fulfilled', 'delivered', 'on_hold')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_only_paid_are_held" CHECK ("orders"."held_at" is null or "orders"."status" = 'paid') NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_fulfillment_status_is_known";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_only_paid_are_held";--> statement-breakpoint
-- next transaction
CREATE TABLE "fulfillments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"tracking_url" text,
	"shipped_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"key" text NOT NULL,
	CONSTRAINT "fulfillments_one_per_key" UNIQUE("order_id","key"),
	CONSTRAINT "fulfillments_of_order" UNIQUE("id","order_id"),
	CONSTRAINT "fulfillments_carrier_fits" CHECK (char_length("fulfillments"."carrier") between 1 and 60),
	CONSTRAINT "fulfillments_tracking_number_fits" CHECK ("fulfillments"."tracking_number" is null or (char_length("fulfillments"."tracking_number") between 1 and 60 and "fulfillments"."carrier" is not null)),
	CONSTRAINT "fulfillments_tracking_url_is_https" CHECK ("fulfillments"."tracking_url" is null or ("fulfillments"."tracking_url" ~ '^https://' and "fulfillments"."tracking_number" is not null)),
	CONSTRAINT "fulfillments_delivered_after_shipped" CHECK ("fulfillments"."delivered_at" >= "fulfillments"."shipped_at"),
	CONSTRAINT "fulfillments_key_fits" CHECK (char_length("fulfillments"."key") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "fulfillment_lines" (
	"fulfillment_id" text NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "fulfillment_lines_fulfillment_id_position_pk" PRIMARY KEY("fulfillment_id","position"),
	CONSTRAINT "fulfillment_lines_quantity_above_zero" CHECK ("fulfillment_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_cancellations" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"key" text NOT NULL,
	"cancelled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_cancellations_order_id_position_key_pk" PRIMARY KEY("order_id","position","key"),
	CONSTRAINT "order_cancellations_quantity_above_zero" CHECK ("order_cancellations"."quantity" > 0),
	CONSTRAINT "order_cancellations_key_fits" CHECK (char_length("order_cancellations"."key") between 1 and 200)
);
--> statement-breakpoint
CREATE INDEX "fulfillment_lines_of_order" ON "fulfillment_lines" USING btree ("order_id","position");--> statement-breakpoint
ALTER TABLE "fulfillment_lines" ADD CONSTRAINT "fulfillment_lines_of_fulfillment" FOREIGN KEY ("fulfillment_id","order_id") REFERENCES "public"."fulfillments"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "fulfillment_lines" ADD CONSTRAINT "fulfillment_lines_of_line" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_cancellations" ADD CONSTRAINT "order_cancellations_of_line" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction: the status of an order, of its rows. `fulfillment-status.schema.ts` is the same for code.
CREATE FUNCTION fulfillment_status_of(the_order text, held timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN held IS NOT NULL AND shipped + cancelled < bought THEN 'on_hold'
    WHEN shipped = 0 THEN 'unfulfilled'
    WHEN shipped + cancelled < bought THEN 'partly_fulfilled'
    WHEN EXISTS (SELECT FROM fulfillments f WHERE f.order_id = the_order AND f.delivered_at IS NULL) THEN 'fulfilled'
    ELSE 'delivered' END
  FROM (SELECT
    (SELECT coalesce(sum(l.quantity), 0) FROM order_lines l WHERE l.order_id = the_order) AS bought,
    (SELECT coalesce(sum(c.quantity), 0) FROM order_cancellations c WHERE c.order_id = the_order) AS cancelled,
    (SELECT coalesce(sum(s.quantity), 0) FROM fulfillment_lines s WHERE s.order_id = the_order) AS shipped) units
$$;--> statement-breakpoint
-- The column of `orders` is a copy for lists. Whoever writes it, it is that of the rows.
CREATE FUNCTION copy_fulfillment_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.fulfillment_status := fulfillment_status_of(NEW.id, NEW.held_at);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_copy_fulfillment_status BEFORE UPDATE OF held_at, fulfillment_status ON "orders" FOR EACH ROW EXECUTE FUNCTION copy_fulfillment_status();--> statement-breakpoint
-- Parcels and cancellations of one order come one after the other: each locks the order's row, and
-- what it reads after that has the rows of the one that it waited for.
CREATE FUNCTION check_fulfillment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  PERFORM FROM orders o WHERE o.id IN (SELECT a.order_id FROM added a) ORDER BY o.id FOR NO KEY UPDATE;
  SELECT o.id INTO broken FROM orders o WHERE o.id IN (SELECT a.order_id FROM added a)
    AND (o.status <> 'paid' OR (o.held_at IS NOT NULL AND TG_TABLE_NAME = 'fulfillment_lines')) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'order % is not paid, or is on hold', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'only_paid_orders_ship';
  END IF;
  SELECT l.order_id INTO broken FROM order_lines l
   WHERE (l.order_id, l.position) IN (SELECT a.order_id, a.position FROM added a)
     AND l.quantity <
       (SELECT coalesce(sum(s.quantity), 0) FROM fulfillment_lines s WHERE (s.order_id, s.position) = (l.order_id, l.position))
     + (SELECT coalesce(sum(c.quantity), 0) FROM order_cancellations c WHERE (c.order_id, c.position) = (l.order_id, l.position)) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'more of order % is shipped and cancelled than was bought', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'shipped_at_most_bought';
  END IF;
  UPDATE orders o SET fulfillment_status = 'unfulfilled'
   WHERE o.id IN (SELECT a.order_id FROM added a) AND o.fulfillment_status <> fulfillment_status_of(o.id, o.held_at);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER fulfillment_lines_fit AFTER INSERT ON "fulfillment_lines" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_fulfillment();--> statement-breakpoint
CREATE TRIGGER order_cancellations_fit AFTER INSERT ON "order_cancellations" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_fulfillment();--> statement-breakpoint
CREATE FUNCTION keep_fulfillment_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.order_id, NEW.shipped_at, NEW.key) IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.shipped_at, OLD.key)
    OR (OLD.delivered_at IS NOT NULL AND NEW.delivered_at IS DISTINCT FROM OLD.delivered_at) THEN
    RAISE EXCEPTION 'parcel % is sent and stays so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER fulfillments_keep_facts BEFORE UPDATE ON "fulfillments" FOR EACH ROW EXECUTE FUNCTION keep_fulfillment_facts();--> statement-breakpoint
CREATE FUNCTION note_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET fulfillment_status = 'delivered' WHERE id = NEW.order_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER fulfillments_note_delivery AFTER UPDATE OF delivered_at ON "fulfillments" FOR EACH ROW
  WHEN (NEW.delivered_at IS DISTINCT FROM OLD.delivered_at) EXECUTE FUNCTION note_delivery();--> statement-breakpoint
-- A parcel has something in it; looked at when the transaction commits.
CREATE FUNCTION check_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM fulfillment_lines WHERE fulfillment_id = NEW.id) THEN
    RAISE EXCEPTION 'parcel % is empty', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'parcels_have_lines';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER fulfillments_have_lines AFTER INSERT ON "fulfillments" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_parcel();--> statement-breakpoint
CREATE TRIGGER fulfillments_are_kept BEFORE DELETE OR TRUNCATE ON "fulfillments" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER fulfillment_lines_are_final BEFORE UPDATE OR DELETE ON "fulfillment_lines" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER fulfillment_lines_are_kept BEFORE TRUNCATE ON "fulfillment_lines" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER order_cancellations_are_final BEFORE UPDATE OR DELETE ON "order_cancellations" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER order_cancellations_are_kept BEFORE TRUNCATE ON "order_cancellations" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- next transaction
CREATE INDEX CONCURRENTLY "orders_by_fulfillment" ON "orders" USING btree ("fulfillment_status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status <> 'cancelled';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_unshipped" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status <> 'cancelled' and fulfillment_status in ('unfulfilled', 'partly_fulfilled', 'on_hold');
