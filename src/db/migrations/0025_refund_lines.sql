-- Wider checks take the place of the earlier ones in one transaction, and are validated after it,
-- beside readers and writers. Units that come back have the reason 'returned', with an order or without.
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_sign";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_order";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_of_orders_have_keys";--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_sign" CHECK (("stock_movements"."reason" <> 'sold' or "stock_movements"."quantity" < 0)
      and ("stock_movements"."reason" not in ('opening', 'given_back', 'cancelled') or "stock_movements"."quantity" > 0)
      and ("stock_movements"."reason" <> 'returned' or "stock_movements"."order_id" is null or "stock_movements"."quantity" > 0)) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_order" CHECK (case when "stock_movements"."reason" = 'returned' then true
        else ("stock_movements"."reason" in ('sold', 'given_back', 'cancelled')) = ("stock_movements"."order_id" is not null) end) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_of_orders_have_keys" CHECK ("stock_movements"."order_id" is null or ("stock_movements"."reason" in ('cancelled', 'returned')) = ("stock_movements"."request_key" is not null)) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_sign";--> statement-breakpoint
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_order";--> statement-breakpoint
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_of_orders_have_keys";--> statement-breakpoint
-- next transaction
ALTER TABLE "refunds" ADD COLUMN "shipping_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_shipping_within_amount" CHECK ("refunds"."shipping_minor" between 0 and "refunds"."amount_minor") NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_shipping_within_amount";--> statement-breakpoint
-- next transaction
CREATE TABLE "refund_lines" (
	"refund_id" text NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"restocked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "refund_lines_refund_id_position_pk" PRIMARY KEY("refund_id","position"),
	CONSTRAINT "refund_lines_quantity_above_zero" CHECK ("refund_lines"."quantity" > 0),
	CONSTRAINT "refund_lines_amount_not_negative" CHECK ("refund_lines"."amount_minor" >= 0)
);
--> statement-breakpoint
CREATE INDEX "refund_lines_of_order" ON "refund_lines" USING btree ("order_id","position");--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_of_line" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction: no more for the shipping than was paid for it, and no more for parts of a refund
-- than for all of it. `check_refunds` compares the refunds with the payment.
CREATE FUNCTION check_refund_parts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE paid payments;
BEGIN
  SELECT * INTO paid FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
  IF (SELECT sum(shipping_minor) FROM refunds WHERE payment_id = NEW.payment_id)
     > coalesce((SELECT shipping_minor FROM orders WHERE id = paid.order_id), 0) THEN
    RAISE EXCEPTION 'more shipping of payment % would go back than was paid', NEW.payment_id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunded_shipping_at_most_paid';
  END IF;
  IF NEW.amount_minor < NEW.shipping_minor
     + (SELECT coalesce(sum(amount_minor), 0) FROM refund_lines WHERE refund_id = NEW.id) THEN
    RAISE EXCEPTION 'the parts of refund % are more than it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_parts_fit';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_shipping_fits AFTER INSERT ON "refunds" FOR EACH ROW WHEN (NEW.shipping_minor > 0) EXECUTE FUNCTION check_refund_parts();--> statement-breakpoint
CREATE TRIGGER refunds_parts_stay AFTER UPDATE OF amount_minor, shipping_minor, payment_id ON "refunds" FOR EACH ROW
  WHEN ((OLD.amount_minor, OLD.shipping_minor, OLD.payment_id) IS DISTINCT FROM (NEW.amount_minor, NEW.shipping_minor, NEW.payment_id)) EXECUTE FUNCTION check_refund_parts();--> statement-breakpoint
-- Refunds of one order come one after the other: each locks the order's row, and what it reads after
-- that has the rows of the one that it waited for. Units go back into the stock only from a parcel.
CREATE FUNCTION check_refund_lines() RETURNS trigger LANGUAGE plpgsql AS $$
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
    JOIN LATERAL (SELECT sum(r.quantity) AS units, sum(r.amount_minor) AS minor, sum(r.quantity) FILTER (WHERE r.restocked) AS restocked
      FROM refund_lines r WHERE (r.order_id, r.position) = (l.order_id, l.position)) back ON true
   WHERE (l.order_id, l.position) IN (SELECT a.order_id, a.position FROM added a)
     AND (back.units > l.quantity OR back.minor > l.line_total_minor OR back.restocked >
       (SELECT coalesce(sum(s.quantity), 0) FROM fulfillment_lines s WHERE (s.order_id, s.position) = (l.order_id, l.position))) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'more of a line of order % goes back than was paid or shipped', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'refunded_at_most_paid';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER refund_lines_fit AFTER INSERT ON "refund_lines" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_refund_lines();--> statement-breakpoint
CREATE TRIGGER refund_lines_are_final BEFORE UPDATE OR DELETE ON "refund_lines" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER refund_lines_are_kept BEFORE TRUNCATE ON "refund_lines" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
