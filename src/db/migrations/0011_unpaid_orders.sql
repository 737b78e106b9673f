ALTER TABLE "orders" ADD COLUMN "units" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "verified_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "released_by" text;--> statement-breakpoint
CREATE INDEX "orders_unpaid_by_user" ON "orders" USING btree ("user_id","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_unpaid_by_network" ON "orders" USING btree ("network","id") WHERE status = 'pending' and network is not null;--> statement-breakpoint
CREATE INDEX "orders_to_release" ON "orders" USING btree ("id") WHERE status = 'pending' and released_by is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_unpaid_keep_network" CHECK ("orders"."network" is null or "orders"."status" = 'pending');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_units_above_zero" CHECK ("orders"."units" > 0);--> statement-breakpoint

-- by hand
-- What is unpaid now counts as well.
UPDATE "orders" SET "units" = (SELECT sum(quantity) FROM "order_lines" WHERE order_id = "orders"."id") WHERE "status" = 'pending';--> statement-breakpoint

-- They are final, as the amounts are.
CREATE OR REPLACE FUNCTION keep_order_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.subtotal_minor, NEW.shipping_minor, NEW.total_minor, NEW.currency, NEW.number, NEW.created_at, NEW.units)
     IS DISTINCT FROM
     (OLD.subtotal_minor, OLD.shipping_minor, OLD.total_minor, OLD.currency, OLD.number, OLD.created_at, OLD.units) THEN
    RAISE EXCEPTION 'the amounts of order % are final', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'order % is % and stays so', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint

-- The units of an order are those of its lines, as its sub total is.
CREATE OR REPLACE FUNCTION check_order_sum() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lines record;
BEGIN
  SELECT sum(line_total_minor) AS amount, sum(quantity) AS units INTO lines FROM order_lines WHERE order_id = NEW.id;
  IF lines.amount IS DISTINCT FROM NEW.subtotal_minor OR (NEW.units IS NOT NULL AND lines.units IS DISTINCT FROM NEW.units) THEN
    RAISE EXCEPTION 'the lines of order % do not add up', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
