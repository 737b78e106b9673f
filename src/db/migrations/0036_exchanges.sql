CREATE TABLE "exchanges" (
	"return_id" text NOT NULL,
	"position" integer NOT NULL,
	"order_id" text NOT NULL,
	"variant_id" text NOT NULL,
	"sku" text NOT NULL,
	"size" text,
	"colour" text,
	"option_value" text,
	"unit_price_minor" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"released" integer DEFAULT 0 NOT NULL,
	"released_because" text,
	"released_at" timestamp (3) with time zone,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"fulfillment_id" text,
	CONSTRAINT "exchanges_return_id_position_pk" PRIMARY KEY("return_id","position"),
	CONSTRAINT "exchanges_quantity_above_zero" CHECK ("exchanges"."quantity" > 0),
	CONSTRAINT "exchanges_price_not_negative" CHECK ("exchanges"."unit_price_minor" >= 0),
	CONSTRAINT "exchanges_refund_not_negative" CHECK ("exchanges"."refunded_minor" >= 0),
	CONSTRAINT "exchanges_released_fits" CHECK ("exchanges"."released" between 0 and "exchanges"."quantity"),
	CONSTRAINT "exchanges_sent_have_units" CHECK ("exchanges"."fulfillment_id" is null or "exchanges"."released" < "exchanges"."quantity"),
	CONSTRAINT "exchanges_released_say_why" CHECK (num_nonnulls("exchanges"."released_because", "exchanges"."released_at") = case when "exchanges"."released" = "exchanges"."quantity" then 2 else 0 end),
	CONSTRAINT "exchanges_release_reason_is_known" CHECK ("exchanges"."released_because" in ('declined', 'withdrawn', 'not_received', 'closed', 'cancelled', 'late', 'account_deleted'))
);
--> statement-breakpoint
CREATE INDEX "exchanges_of_order" ON "exchanges" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "exchanges_of_parcel" ON "exchanges" USING btree ("fulfillment_id") WHERE fulfillment_id is not null;--> statement-breakpoint
CREATE INDEX "exchanges_open" ON "exchanges" USING btree ("variant_id") WHERE fulfillment_id is null and released < quantity;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_of_return_line" FOREIGN KEY ("return_id","position") REFERENCES "public"."return_lines"("return_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_of_fulfillment" FOREIGN KEY ("fulfillment_id","order_id") REFERENCES "public"."fulfillments"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction: what is asked for fits the line that comes back.
CREATE FUNCTION check_exchange() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  PERFORM FROM orders o WHERE o.id IN (SELECT a.order_id FROM added a) ORDER BY o.id FOR NO KEY UPDATE;
  SELECT a.return_id INTO broken FROM added a
    LEFT JOIN return_lines l ON (l.return_id, l.position, l.order_id) = (a.return_id, a.position, a.order_id)
    LEFT JOIN order_lines b ON (b.order_id, b.position) = (l.order_id, l.position)
    LEFT JOIN variants v ON v.id = a.variant_id
   WHERE (l.quantity = a.quantity AND v.product_id = b.product_id AND v.id <> b.variant_id
     AND a.unit_price_minor <= b.unit_price_minor) IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'an exchange of return % does not fit its line', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'exchanges_fit_lines';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER exchanges_fit AFTER INSERT ON "exchanges" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_exchange();--> statement-breakpoint
-- What was asked for stays. Units are released or sent, and not back. Nothing is sent on hold.
CREATE FUNCTION keep_exchange_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.return_id, NEW.position, NEW.order_id, NEW.variant_id, NEW.sku, NEW.size, NEW.colour, NEW.option_value, NEW.unit_price_minor, NEW.quantity)
      IS DISTINCT FROM (OLD.return_id, OLD.position, OLD.order_id, OLD.variant_id, OLD.sku, OLD.size, OLD.colour, OLD.option_value, OLD.unit_price_minor, OLD.quantity)
    OR NEW.released < OLD.released OR (OLD.refunded_minor > 0 AND NEW.refunded_minor <> OLD.refunded_minor)
    OR (OLD.fulfillment_id IS NOT NULL AND (NEW.fulfillment_id, NEW.released) IS DISTINCT FROM (OLD.fulfillment_id, OLD.released))
    OR (OLD.released = OLD.quantity AND (NEW.fulfillment_id, NEW.released_because) IS DISTINCT FROM (OLD.fulfillment_id, OLD.released_because)) THEN
    RAISE EXCEPTION 'what happened to the exchange of return % stays', OLD.return_id USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.fulfillment_id IS NULL AND NEW.fulfillment_id IS NOT NULL THEN
    PERFORM FROM orders o WHERE o.id = NEW.order_id FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM orders o WHERE o.id = NEW.order_id AND (o.status <> 'paid' OR o.held_at IS NOT NULL)) THEN
      RAISE EXCEPTION 'order % is not paid, or is on hold', NEW.order_id USING ERRCODE = 'check_violation', CONSTRAINT = 'only_paid_orders_ship';
    END IF;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER exchanges_keep_facts BEFORE UPDATE ON "exchanges" FOR EACH ROW EXECUTE FUNCTION keep_exchange_facts();--> statement-breakpoint
CREATE TRIGGER exchanges_are_kept BEFORE DELETE OR TRUNCATE ON "exchanges" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Units are reserved exactly while their return waits; looked at when the transaction commits.
CREATE FUNCTION check_reserved_exchange() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM exchanges e JOIN returns r ON r.id = e.return_id
     WHERE r.id = to_jsonb(NEW)->>TG_ARGV[0] AND e.fulfillment_id IS NULL AND e.released < e.quantity
       AND num_nonnulls(r.declined_at, r.withdrawn_at, r.closed_at) > 0) THEN
    RAISE EXCEPTION 'a return that has ended reserves units for an exchange' USING ERRCODE = 'check_violation', CONSTRAINT = 'reserved_while_return_is_open';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER exchanges_end_with_return AFTER INSERT OR UPDATE ON "exchanges" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_reserved_exchange('return_id');--> statement-breakpoint
-- next transaction
CREATE CONSTRAINT TRIGGER returns_end_exchanges AFTER UPDATE OF declined_at, withdrawn_at, closed_at ON "returns" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_reserved_exchange('id');--> statement-breakpoint
-- next transaction: a parcel has lines, or exchanges.
CREATE OR REPLACE FUNCTION check_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM fulfillment_lines WHERE fulfillment_id = NEW.id)
    AND NOT EXISTS (SELECT FROM exchanges WHERE fulfillment_id = NEW.id) THEN
    RAISE EXCEPTION 'parcel % is empty', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'parcels_have_lines';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The fulfillment status is about what was bought, so parcels of exchanges do not count.
CREATE OR REPLACE FUNCTION fulfillment_status_of(the_order text, held timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN held IS NOT NULL AND shipped + cancelled < bought THEN 'on_hold'
    WHEN shipped = 0 AND cancelled > 0 AND cancelled = bought THEN 'cancelled'
    WHEN shipped = 0 THEN 'unfulfilled'
    WHEN shipped + cancelled < bought THEN 'partly_fulfilled'
    WHEN EXISTS (SELECT FROM fulfillments f WHERE f.order_id = the_order AND f.delivered_at IS NULL
      AND EXISTS (SELECT FROM fulfillment_lines s WHERE s.fulfillment_id = f.id)) THEN 'fulfilled'
    ELSE 'delivered' END
  FROM (SELECT
    (SELECT coalesce(sum(l.quantity), 0) FROM order_lines l WHERE l.order_id = the_order) AS bought,
    (SELECT coalesce(sum(c.quantity), 0) FROM order_cancellations c WHERE c.order_id = the_order) AS cancelled,
    (SELECT coalesce(sum(s.quantity), 0) FROM fulfillment_lines s WHERE s.order_id = the_order) AS shipped) units
$$;--> statement-breakpoint
-- A unit whose exchange was sent counts as returned, even if its parcel never comes.
CREATE OR REPLACE FUNCTION returned_of(the_order text, the_position integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(greatest(
      CASE WHEN num_nonnulls(r.declined_at, r.withdrawn_at) = 0 AND (r.closed_at IS NULL OR r.received_at IS NOT NULL)
        THEN coalesce(l.received, l.quantity) ELSE 0 END,
      CASE WHEN e.fulfillment_id IS NOT NULL THEN e.quantity - e.released ELSE 0 END)), 0)
    FROM return_lines l JOIN returns r ON r.id = l.return_id
    LEFT JOIN exchanges e ON (e.return_id, e.position) = (l.return_id, l.position)
   WHERE l.order_id = the_order AND l.position = the_position
$$;--> statement-breakpoint
-- next transaction: wider checks take the place of the earlier ones, and are validated after it,
-- beside readers and writers.
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_not_zero";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_order";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_of_orders_have_keys";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_reason_is_known";--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_not_zero" CHECK ("stock_movements"."quantity" <> 0 or "stock_movements"."reason" not in ('opening', 'sold', 'given_back', 'cancelled', 'exchanged')) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_order" CHECK (case when "stock_movements"."reason" = 'returned' then true
        else ("stock_movements"."reason" in ('sold', 'given_back', 'cancelled', 'exchanged')) = ("stock_movements"."order_id" is not null) end) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_of_orders_have_keys" CHECK ("stock_movements"."order_id" is null or ("stock_movements"."reason" in ('cancelled', 'returned', 'exchanged')) = ("stock_movements"."request_key" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_reason_is_known" CHECK ("reason" IN ('opening', 'sold', 'given_back', 'cancelled', 'exchanged', 'received', 'counted', 'damaged', 'correction', 'returned')) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_not_zero";--> statement-breakpoint
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_order";--> statement-breakpoint
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_of_orders_have_keys";--> statement-breakpoint
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_reason_is_known";
