CREATE TABLE "tax_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"prices_include_tax" boolean DEFAULT false NOT NULL,
	CONSTRAINT "tax_settings_are_one_row" CHECK ("tax_settings"."is_only")
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rate_ppm" integer NOT NULL,
	"country" char(2) NOT NULL,
	"region" text,
	"category_id" text,
	"covers_shipping" boolean NOT NULL,
	CONSTRAINT "tax_rates_name_fits" CHECK (char_length("tax_rates"."name") between 1 and 40),
	CONSTRAINT "tax_rates_rate_in_range" CHECK ("tax_rates"."rate_ppm" between 0 and 1000000),
	CONSTRAINT "tax_rates_country_is_code" CHECK ("tax_rates"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "tax_rates_region_fits" CHECK (char_length("tax_rates"."region") between 1 and 80),
	CONSTRAINT "tax_rates_of_shipping_are_of_all_categories" CHECK (not "tax_rates"."covers_shipping" or "tax_rates"."category_id" is null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_one_per_place" ON "tax_rates" USING btree ("country",coalesce("region", ''),coalesce("category_id", ''));--> statement-breakpoint
-- Whatever changes them raises the version by which every process knows that they changed.
CREATE FUNCTION raise_tax_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER tax_settings_have_version BEFORE UPDATE ON "tax_settings" FOR EACH ROW EXECUTE FUNCTION raise_tax_version();--> statement-breakpoint
CREATE FUNCTION note_tax_rates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tax_settings DEFAULT VALUES ON CONFLICT (is_only) DO UPDATE SET version = tax_settings.version;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tax_rates_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "tax_rates" FOR EACH STATEMENT EXECUTE FUNCTION note_tax_rates();--> statement-breakpoint
-- next transaction
ALTER TABLE "tax_rates" ADD CONSTRAINT "tax_rates_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction: the defaults are constants, so PostgreSQL writes no row. Orders of before have no tax.
ALTER TABLE "orders" ADD COLUMN "taxes_included" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_tax_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_tax_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_tax_ppm" integer;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total_adds_up";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total_adds_up" CHECK ("orders"."total_minor" = "orders"."subtotal_minor" + "orders"."shipping_minor" + case when "orders"."taxes_included" then 0 else "orders"."tax_minor" end) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_taxes_fit" CHECK ("orders"."shipping_tax_minor" between 0 and "orders"."shipping_minor" and "orders"."tax_minor" - "orders"."shipping_tax_minor" between 0 and "orders"."subtotal_minor") NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipping_tax_has_rate" CHECK (num_nonnulls("orders"."shipping_tax_name", "orders"."shipping_tax_ppm") in (0, 2) and ("orders"."shipping_tax_minor" = 0 or "orders"."shipping_tax_name" is not null)) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "order_lines" ADD COLUMN "tax_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_name" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_ppm" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_tax_fits" CHECK ("order_lines"."tax_minor" between 0 and "order_lines"."line_total_minor") NOT VALID;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_tax_has_rate" CHECK (num_nonnulls("order_lines"."tax_name", "order_lines"."tax_ppm") in (0, 2) and ("order_lines"."tax_minor" = 0 or "order_lines"."tax_name" is not null)) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "refunds" ADD COLUMN "shipping_tax_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_shipping_tax_fits" CHECK ("refunds"."shipping_tax_minor" between 0 and "refunds"."shipping_minor") NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "refund_lines" ADD COLUMN "tax_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_tax_fits" CHECK ("refund_lines"."tax_minor" between 0 and "refund_lines"."amount_minor") NOT VALID;--> statement-breakpoint
-- next transaction: taxes are final, as the amounts are.
CREATE OR REPLACE FUNCTION keep_order_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.subtotal_minor, NEW.shipping_minor, NEW.total_minor, NEW.currency, NEW.number, NEW.created_at, NEW.units)
     IS DISTINCT FROM
     (OLD.subtotal_minor, OLD.shipping_minor, OLD.total_minor, OLD.currency, OLD.number, OLD.created_at, OLD.units) THEN
    RAISE EXCEPTION 'the amounts of order % are final', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.taxes_included, NEW.tax_minor, NEW.shipping_tax_minor, NEW.shipping_tax_name, NEW.shipping_tax_ppm)
     IS DISTINCT FROM
     (OLD.taxes_included, OLD.tax_minor, OLD.shipping_tax_minor, OLD.shipping_tax_name, OLD.shipping_tax_ppm) THEN
    RAISE EXCEPTION 'the taxes of order % are final', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.delivery_method, NEW.is_pick_up, NEW.arrives_from, NEW.arrives_to, NEW.arrives_if_paid_by)
     IS DISTINCT FROM
     (OLD.delivery_method, OLD.is_pick_up, OLD.arrives_from, OLD.arrives_to, OLD.arrives_if_paid_by) THEN
    RAISE EXCEPTION 'the delivery that order % was promised is final', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'order % is % and stays so', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- The lines add up to the subtotal, and their taxes and that of the shipping to the taxes of the order.
CREATE OR REPLACE FUNCTION check_order_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT (sum(line_total_minor), sum(tax_minor)) FROM order_lines WHERE order_id = NEW.id)
     IS DISTINCT FROM (NEW.subtotal_minor::numeric, (NEW.tax_minor - NEW.shipping_tax_minor)::numeric) THEN
    RAISE EXCEPTION 'the lines of order % do not add up', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_added_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken text;
BEGIN
  SELECT o.id INTO broken FROM (SELECT DISTINCT order_id FROM added) a JOIN orders o ON o.id = a.order_id
   WHERE (o.subtotal_minor, o.tax_minor - o.shipping_tax_minor)
     <> (SELECT sum(l.line_total_minor), sum(l.tax_minor) FROM order_lines l WHERE l.order_id = o.id) LIMIT 1;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'the lines of order % do not add up', broken USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_refund_parts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE paid payments;
DECLARE bought orders;
BEGIN
  SELECT * INTO paid FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
  SELECT * INTO bought FROM orders WHERE id = paid.order_id;
  IF (SELECT sum(shipping_minor) FROM refunds WHERE payment_id = NEW.payment_id AND status <> 'withdrawn')
     > coalesce(bought.shipping_minor + CASE WHEN bought.taxes_included THEN 0 ELSE bought.shipping_tax_minor END, 0) THEN
    RAISE EXCEPTION 'more shipping of payment % would go back than was paid', NEW.payment_id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunded_shipping_at_most_paid';
  END IF;
  IF (SELECT sum(shipping_tax_minor) FROM refunds WHERE payment_id = NEW.payment_id AND status <> 'withdrawn')
     > coalesce(bought.shipping_tax_minor, 0) THEN
    RAISE EXCEPTION 'more tax of the shipping of payment % would go back than was paid', NEW.payment_id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunded_tax_at_most_paid';
  END IF;
  IF NEW.amount_minor < NEW.shipping_minor
     + (SELECT coalesce(sum(amount_minor), 0) FROM refund_lines WHERE refund_id = NEW.id) THEN
    RAISE EXCEPTION 'the parts of refund % are more than it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_parts_fit';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER refunds_parts_stay ON "refunds";--> statement-breakpoint
CREATE TRIGGER refunds_parts_stay AFTER UPDATE OF amount_minor, shipping_minor, shipping_tax_minor, payment_id ON "refunds" FOR EACH ROW
  WHEN ((OLD.amount_minor, OLD.shipping_minor, OLD.shipping_tax_minor, OLD.payment_id) IS DISTINCT FROM (NEW.amount_minor, NEW.shipping_minor, NEW.shipping_tax_minor, NEW.payment_id)) EXECUTE FUNCTION check_refund_parts();--> statement-breakpoint
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
        sum(r.quantity) FILTER (WHERE r.restocked) AS restocked
      FROM refund_lines r JOIN refunds f ON f.id = r.refund_id WHERE (r.order_id, r.position) = (l.order_id, l.position)) back ON true
   WHERE (l.order_id, l.position) IN (SELECT a.order_id, a.position FROM added a)
     AND (back.units > l.quantity OR back.tax > l.tax_minor
       OR back.minor > l.line_total_minor + CASE WHEN o.taxes_included THEN 0 ELSE l.tax_minor END OR back.restocked >
       (SELECT coalesce(sum(s.quantity), 0) FROM fulfillment_lines s WHERE (s.order_id, s.position) = (l.order_id, l.position))) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'more of a line of order % goes back than was paid or shipped', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'refunded_at_most_paid';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- next transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_total_adds_up";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_taxes_fit";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_shipping_tax_has_rate";--> statement-breakpoint
-- next transaction
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_tax_fits";--> statement-breakpoint
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_tax_has_rate";--> statement-breakpoint
-- next transaction
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_shipping_tax_fits";--> statement-breakpoint
ALTER TABLE "refund_lines" VALIDATE CONSTRAINT "refund_lines_tax_fits";
