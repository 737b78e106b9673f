CREATE TABLE "saved_destinations" (
	"user_id" text PRIMARY KEY NOT NULL,
	"city" text NOT NULL,
	"zip" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "database_marks" (
	"mark" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "units" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "verified_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "released_by" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replaces_id" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "held_for" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "key_round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_live" boolean;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "key_round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_try_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "saved_destinations" ADD CONSTRAINT "saved_destinations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_replaces_id_orders_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_by_expiry" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "carts_of_guests_by_use" ON "carts" USING btree ("updated_at") WHERE user_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_replaced_once" ON "orders" USING btree ("replaces_id") WHERE replaces_id is not null;--> statement-breakpoint
CREATE INDEX "orders_cancelled_of_user" ON "orders" USING btree ("user_id","cancelled_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'cancelled';--> statement-breakpoint
CREATE INDEX "orders_unpaid_by_user" ON "orders" USING btree ("user_id","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_unpaid_by_network" ON "orders" USING btree ("network","id") WHERE status = 'pending' and network is not null;--> statement-breakpoint
CREATE INDEX "orders_to_release" ON "orders" USING btree ("id") WHERE status = 'pending' and released_by is not null;--> statement-breakpoint
CREATE INDEX "outbox_held" ON "outbox" USING btree ("held_for","send_after") WHERE held_for is not null and sent_at is null and given_up_at is null;--> statement-breakpoint
CREATE INDEX "outbox_unsent_of_order" ON "outbox" USING btree ((payload->>'orderId')) WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "payments_unknown_to_check" ON "payments" USING btree ("next_check_at") WHERE status = 'unknown';--> statement-breakpoint
CREATE INDEX "payments_unknown" ON "payments" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'unknown';--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'failed';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_unpaid_keep_network" CHECK ("orders"."network" is null or "orders"."status" = 'pending');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_units_above_zero" CHECK ("orders"."units" > 0);--> statement-breakpoint
-- by hand
ALTER TABLE "payments" DROP CONSTRAINT "payments_status_is_known";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_status_is_known" CHECK ("status" IN ('created', 'captured', 'refunded', 'cancelled', 'unknown')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_status_is_known";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_status_is_known";--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status_is_known" CHECK ("status" IN ('requested', 'done', 'failed', 'settled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_status_is_known";--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_failed_says_why" CHECK ("status" <> 'failed' OR "failure" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_failed_says_why";--> statement-breakpoint

-- No more goes back through the provider than came in. What failed or was settled outside does not
-- go through it; asking for it again is checked like a new refund.
CREATE OR REPLACE FUNCTION check_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid payments;
BEGIN
  SELECT * INTO paid FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
  IF NEW.currency <> paid.currency
     OR (SELECT sum(amount_minor) FROM refunds
         WHERE payment_id = NEW.payment_id AND status IN ('requested', 'done')) > paid.amount_minor THEN
    RAISE EXCEPTION 'more of payment % would go back than came in', NEW.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER refunds_within_payment ON "refunds";--> statement-breakpoint
CREATE TRIGGER refunds_within_payment AFTER INSERT ON "refunds" FOR EACH ROW EXECUTE FUNCTION check_refunds();--> statement-breakpoint
-- Only what may raise the sum is checked: the check locks the payment, and a refund that is done adds nothing.
CREATE TRIGGER refunds_stay_within_payment AFTER UPDATE OF amount_minor, currency, payment_id, status ON "refunds" FOR EACH ROW
WHEN ((OLD.amount_minor, OLD.currency, OLD.payment_id) IS DISTINCT FROM (NEW.amount_minor, NEW.currency, NEW.payment_id)
  OR OLD.status NOT IN ('requested', 'done')) EXECUTE FUNCTION check_refunds();--> statement-breakpoint

CREATE FUNCTION check_replaced_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM orders o WHERE o.id = NEW.replaces_id AND o.status = 'cancelled'
      AND o.user_id = NEW.user_id AND (o.subtotal_minor, o.total_minor, o.currency) = (NEW.subtotal_minor, NEW.total_minor, NEW.currency)) THEN
    RAISE EXCEPTION 'order % can not replace %', NEW.id, NEW.replaces_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_replace_cancelled BEFORE INSERT ON "orders" FOR EACH ROW WHEN (NEW.replaces_id IS NOT NULL) EXECUTE FUNCTION check_replaced_order();--> statement-breakpoint
CREATE TRIGGER orders_keep_replaced BEFORE UPDATE OF "replaces_id" ON "orders" FOR EACH ROW WHEN (NEW.replaces_id IS DISTINCT FROM OLD.replaces_id) EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- Nothing takes away that a database was a demo's once.
CREATE TRIGGER database_marks_are_final BEFORE UPDATE OR DELETE ON "database_marks" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER database_marks_are_kept BEFORE TRUNCATE ON "database_marks" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Demos of earlier releases, by what only a demo does: its admin's role, its card payments, its sandbox for Google.
INSERT INTO "database_marks" ("mark")
SELECT 'demo' WHERE EXISTS (SELECT FROM "audit_log" WHERE "actor" = 'demo shop')
  OR EXISTS (SELECT FROM "payments" WHERE "provider" = 'sandbox')
  OR EXISTS (SELECT FROM "auth_accounts" WHERE "account_id" LIKE 'stand-in-%');--> statement-breakpoint
-- A person's name is one line: no control characters, nothing that turns the direction of writing.
UPDATE "users" SET "name" = coalesce(nullif(btrim(regexp_replace("name", '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+', ' ', 'g')), ''), 'Customer')
WHERE "name" ~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_name_is_one_line" CHECK ("name" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]');--> statement-breakpoint

-- A trigger instead of a check: a row from before with a longer email can still be changed otherwise.
CREATE FUNCTION refuse_long_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an email has 254 characters at most' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_email_fits_mail';
END $$;--> statement-breakpoint
CREATE TRIGGER users_email_fits_mail BEFORE INSERT OR UPDATE OF "email" ON "users" FOR EACH ROW WHEN (length(NEW.email) > 254) EXECUTE FUNCTION refuse_long_email();--> statement-breakpoint
-- Until now a cart did not note its changes, and a guest's cookie lasted 90 days: whatever may still be in use counts as used today.
UPDATE "carts" SET "updated_at" = now() WHERE "user_id" IS NULL AND "created_at" > now() - interval '90 days' AND "updated_at" < now() - interval '7 days';--> statement-breakpoint

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
