-- A constant default: PostgreSQL stores it once with the column, so no row is written.
ALTER TABLE "orders" ADD COLUMN "return_status" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_return_status_is_known" CHECK ("orders"."return_status" in ('none', 'requested', 'in_transit', 'received', 'closed')) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_return_status_is_known";--> statement-breakpoint
-- next transaction
CREATE TABLE "returns" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"key" text NOT NULL,
	"note" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"decline_reason" text,
	"withdrawn_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "returns_one_per_key" UNIQUE("order_id","key"),
	CONSTRAINT "returns_of_order" UNIQUE("id","order_id"),
	CONSTRAINT "returns_key_fits" CHECK (char_length("returns"."key") between 1 and 200),
	CONSTRAINT "returns_note_fits" CHECK (char_length("returns"."note") between 1 and 500),
	CONSTRAINT "returns_decline_reason_fits" CHECK (char_length("returns"."decline_reason") between 1 and 500),
	CONSTRAINT "returns_declined_has_reason" CHECK (("returns"."declined_at" is null) = ("returns"."decline_reason" is null)),
	CONSTRAINT "returns_have_one_decision" CHECK (num_nonnulls("returns"."approved_at", "returns"."declined_at", "returns"."withdrawn_at") <= 1),
	CONSTRAINT "returns_go_in_order" CHECK (("returns"."received_at" is null or "returns"."approved_at" is not null)
      and ("returns"."closed_at" is null or "returns"."approved_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "return_lines" (
	"return_id" text NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"received" integer,
	"condition" text,
	"restocked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "return_lines_return_id_position_pk" PRIMARY KEY("return_id","position"),
	CONSTRAINT "return_lines_quantity_above_zero" CHECK ("return_lines"."quantity" > 0),
	CONSTRAINT "return_lines_received_fits" CHECK ("return_lines"."received" between 0 and "return_lines"."quantity"),
	CONSTRAINT "return_lines_restocked_are_received" CHECK (not "return_lines"."restocked" or "return_lines"."received" > 0),
	CONSTRAINT "return_lines_reason_is_known" CHECK ("return_lines"."reason" in ('too_small', 'too_large', 'too_short', 'too_long', 'not_as_pictured', 'quality', 'damaged', 'changed_mind')),
	CONSTRAINT "return_lines_condition_is_known" CHECK ("return_lines"."condition" in ('as_new', 'worn', 'damaged'))
);
--> statement-breakpoint
CREATE INDEX "return_lines_of_order" ON "return_lines" USING btree ("order_id","position");--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_of_return" FOREIGN KEY ("return_id","order_id") REFERENCES "public"."returns"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_of_line" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction: the return status of an order, of its rows. `return-status.schema.ts` is the same for code.
CREATE FUNCTION return_status_of(the_order text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN bool_or(num_nonnulls(r.approved_at, r.declined_at, r.withdrawn_at) = 0) THEN 'requested'
    WHEN bool_or(r.approved_at IS NOT NULL AND num_nonnulls(r.received_at, r.closed_at) = 0) THEN 'in_transit'
    WHEN bool_or(r.received_at IS NOT NULL AND r.closed_at IS NULL) THEN 'received'
    WHEN bool_or(num_nonnulls(r.closed_at, r.declined_at) > 0) THEN 'closed'
    ELSE 'none' END
  FROM returns r WHERE r.order_id = the_order
$$;--> statement-breakpoint
-- The units of a line that are with the shop again or may come: of returns that are neither declined
-- nor withdrawn, and did not stay away.
CREATE FUNCTION returned_of(the_order text, the_position integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(coalesce(l.received, l.quantity)), 0)
    FROM return_lines l JOIN returns r ON r.id = l.return_id
   WHERE l.order_id = the_order AND l.position = the_position AND num_nonnulls(r.declined_at, r.withdrawn_at) = 0
     AND (r.closed_at IS NULL OR r.received_at IS NOT NULL)
$$;--> statement-breakpoint
-- The column of `orders` is a copy for lists. Whoever writes it, it is that of the rows.
CREATE FUNCTION copy_return_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.return_status := return_status_of(NEW.id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_copy_return_status BEFORE UPDATE OF return_status ON "orders" FOR EACH ROW EXECUTE FUNCTION copy_return_status();--> statement-breakpoint
CREATE FUNCTION note_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  UPDATE orders SET return_status = 'none' WHERE id = NEW.order_id AND return_status <> return_status_of(id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER returns_note_status AFTER INSERT OR UPDATE OF approved_at, declined_at, withdrawn_at, received_at, closed_at ON "returns" FOR EACH ROW EXECUTE FUNCTION note_return();--> statement-breakpoint
-- Returns, and refunds that put units back, come one after the other: each locks the order's row, and
-- what it reads after that has the rows of the one that it waited for.
CREATE FUNCTION check_units_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  PERFORM FROM orders o WHERE o.id IN (SELECT a.order_id FROM added a) ORDER BY o.id FOR NO KEY UPDATE;
  SELECT a.order_id INTO broken FROM added a
   WHERE returned_of(a.order_id, a.position)
      + (SELECT coalesce(sum(b.quantity), 0) FROM refund_lines b WHERE (b.order_id, b.position) = (a.order_id, a.position) AND b.restocked)
      > (SELECT coalesce(sum(s.quantity), 0) FROM fulfillment_lines s WHERE (s.order_id, s.position) = (a.order_id, a.position)) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'more of order % comes back than was shipped', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'back_at_most_shipped';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER return_lines_were_shipped AFTER INSERT ON "return_lines" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_units_back();--> statement-breakpoint
CREATE FUNCTION check_return_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  PERFORM FROM orders o WHERE o.id IN (SELECT a.order_id FROM added a) ORDER BY o.id FOR NO KEY UPDATE;
  SELECT o.id INTO broken FROM orders o WHERE o.id IN (SELECT a.order_id FROM added a) AND o.status <> 'paid' LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'order % is not paid', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'only_paid_orders_return';
  END IF;
  SELECT a.order_id INTO broken FROM added a
   WHERE returned_of(a.order_id, a.position) > (SELECT coalesce(sum(s.quantity), 0) FROM fulfillment_lines s JOIN fulfillments f ON f.id = s.fulfillment_id
      WHERE (s.order_id, s.position) = (a.order_id, a.position) AND f.delivered_at IS NOT NULL) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'more of order % comes back than was delivered', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'returned_at_most_delivered';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER return_lines_fit AFTER INSERT ON "return_lines" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_return_lines();--> statement-breakpoint
-- What was asked for stays. What came is written once, when the return is received.
CREATE FUNCTION keep_return_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.return_id, NEW.order_id, NEW.position, NEW.quantity, NEW.reason) IS DISTINCT FROM (OLD.return_id, OLD.order_id, OLD.position, OLD.quantity, OLD.reason)
    OR OLD.received IS NOT NULL THEN
    RAISE EXCEPTION 'line % of return % stays as it is', OLD.position, OLD.return_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER return_lines_keep_facts BEFORE UPDATE ON "return_lines" FOR EACH ROW EXECUTE FUNCTION keep_return_lines();--> statement-breakpoint
CREATE FUNCTION keep_return_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.order_id, NEW.key, NEW.requested_at) IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.key, OLD.requested_at)
    OR (OLD.approved_at IS NOT NULL AND NEW.approved_at IS DISTINCT FROM OLD.approved_at)
    OR (OLD.declined_at IS NOT NULL AND NEW.declined_at IS DISTINCT FROM OLD.declined_at)
    OR (OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at)
    OR (OLD.received_at IS NOT NULL AND NEW.received_at IS DISTINCT FROM OLD.received_at)
    OR (OLD.closed_at IS NOT NULL AND (NEW.closed_at, NEW.received_at) IS DISTINCT FROM (OLD.closed_at, OLD.received_at))
    OR NEW.note IS NOT NULL AND NEW.note IS DISTINCT FROM OLD.note THEN
    RAISE EXCEPTION 'what happened to return % stays', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER returns_keep_facts BEFORE UPDATE ON "returns" FOR EACH ROW EXECUTE FUNCTION keep_return_facts();--> statement-breakpoint
-- A return has lines, and those of a received one say what came; looked at when the transaction commits.
CREATE FUNCTION check_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM return_lines WHERE return_id = NEW.id) OR EXISTS (SELECT FROM return_lines l JOIN returns r ON r.id = l.return_id
     WHERE r.id = NEW.id AND (l.received IS NULL) <> (r.received_at IS NULL)) THEN
    RAISE EXCEPTION 'return % has no lines, or they differ from it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'returns_fit_lines';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER returns_have_lines AFTER INSERT OR UPDATE ON "returns" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_return();--> statement-breakpoint
CREATE TRIGGER returns_are_kept BEFORE DELETE OR TRUNCATE ON "returns" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER return_lines_are_kept BEFORE DELETE OR TRUNCATE ON "return_lines" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- next transaction
CREATE TRIGGER refund_lines_were_shipped AFTER INSERT ON "refund_lines" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_units_back();--> statement-breakpoint
-- next transaction
CREATE INDEX CONCURRENTLY "orders_by_return" ON "orders" USING btree ("return_status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE return_status <> 'none';
