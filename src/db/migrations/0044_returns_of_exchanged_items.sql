ALTER TABLE "returns" ADD COLUMN "of_return_id" text;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_of_exchange" FOREIGN KEY ("of_return_id","order_id") REFERENCES "public"."returns"("id","order_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_of_exchange";--> statement-breakpoint
-- next transaction
CREATE TABLE "extra_returns" (
	"return_id" text NOT NULL,
	"position" integer NOT NULL,
	"paid_by" text NOT NULL,
	"kind" text NOT NULL,
	"net_minor" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "extra_returns_return_id_position_paid_by_kind_pk" PRIMARY KEY("return_id","position","paid_by","kind"),
	CONSTRAINT "extra_returns_net_above_zero" CHECK ("extra_returns"."net_minor" > 0),
	CONSTRAINT "extra_returns_amount_not_negative" CHECK ("extra_returns"."amount_minor" >= 0),
	CONSTRAINT "extra_returns_kind_is_known" CHECK ("extra_returns"."kind" in ('refund', 'difference'))
);
--> statement-breakpoint
CREATE INDEX "extra_returns_of_payment" ON "extra_returns" USING btree ("paid_by");--> statement-breakpoint
ALTER TABLE "extra_returns" ADD CONSTRAINT "extra_returns_of_line" FOREIGN KEY ("return_id","position") REFERENCES "public"."return_lines"("return_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "extra_returns" ADD CONSTRAINT "extra_returns_of_exchange" FOREIGN KEY ("paid_by","position") REFERENCES "public"."exchanges"("return_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction: what comes back with a line of a return: what was bought, or what an earlier
-- exchange sent.
CREATE FUNCTION item_variant_of(the_return text, the_position integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN r.of_return_id IS NULL THEN b.variant_id ELSE e.variant_id END
    FROM return_lines l JOIN returns r ON r.id = l.return_id
    JOIN order_lines b ON (b.order_id, b.position) = (l.order_id, l.position)
    LEFT JOIN exchanges e ON (e.return_id, e.position) = (r.of_return_id, l.position)
   WHERE (l.return_id, l.position) = (the_return, the_position)
$$;--> statement-breakpoint
CREATE FUNCTION item_price_of(the_return text, the_position integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN r.of_return_id IS NULL THEN b.unit_price_minor ELSE e.unit_price_minor END
    FROM return_lines l JOIN returns r ON r.id = l.return_id
    JOIN order_lines b ON (b.order_id, b.position) = (l.order_id, l.position)
    LEFT JOIN exchanges e ON (e.return_id, e.position) = (r.of_return_id, l.position)
   WHERE (l.return_id, l.position) = (the_return, the_position)
$$;--> statement-breakpoint
-- The units of a line that came back or may: those that the exchange of a return sent, or bought ones
-- without a return. A unit whose exchange was sent counts, even if its parcel never comes.
CREATE FUNCTION returned_of_exchange(the_order text, the_position integer, the_return text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(greatest(
      CASE WHEN num_nonnulls(r.declined_at, r.withdrawn_at) = 0 AND (r.closed_at IS NULL OR r.received_at IS NOT NULL)
        THEN coalesce(l.received, l.quantity) ELSE 0 END,
      CASE WHEN e.fulfillment_id IS NOT NULL THEN e.quantity - e.released ELSE 0 END)), 0)
    FROM return_lines l JOIN returns r ON r.id = l.return_id
    LEFT JOIN exchanges e ON (e.return_id, e.position) = (l.return_id, l.position)
   WHERE l.order_id = the_order AND l.position = the_position AND r.of_return_id IS NOT DISTINCT FROM the_return
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION returned_of(the_order text, the_position integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT returned_of_exchange(the_order, the_position, NULL)
$$;--> statement-breakpoint
CREATE FUNCTION check_exchanged_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  PERFORM FROM orders o WHERE o.id IN (SELECT a.order_id FROM added a) ORDER BY o.id FOR NO KEY UPDATE;
  SELECT a.return_id INTO broken FROM added a JOIN returns r ON r.id = a.return_id AND r.of_return_id IS NOT NULL
   WHERE returned_of_exchange(a.order_id, a.position, r.of_return_id) > coalesce((
      SELECT e.quantity - e.released FROM exchanges e JOIN fulfillments f ON f.id = e.fulfillment_id
       WHERE (e.return_id, e.position) = (r.of_return_id, a.position) AND f.delivered_at IS NOT NULL), 0) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'more comes back with return % than its exchange sent', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'returned_at_most_exchanged';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER return_lines_were_exchanged AFTER INSERT ON "return_lines" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_exchanged_back();--> statement-breakpoint
-- next transaction: what is asked for fits the item that comes back.
CREATE OR REPLACE FUNCTION check_exchange() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  PERFORM FROM orders o WHERE o.id IN (SELECT a.order_id FROM added a) ORDER BY o.id FOR NO KEY UPDATE;
  SELECT a.return_id INTO broken FROM added a
    LEFT JOIN return_lines l ON (l.return_id, l.position, l.order_id) = (a.return_id, a.position, a.order_id)
    LEFT JOIN order_lines b ON (b.order_id, b.position) = (l.order_id, l.position)
    LEFT JOIN variants v ON v.id = a.variant_id
   WHERE (l.quantity = a.quantity AND v.product_id = b.product_id AND v.id <> item_variant_of(l.return_id, l.position)) IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'an exchange of return % does not fit its line', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'exchanges_fit_lines';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- What the exchanges of a return cost more than was paid, without units that were released, and
-- without what was given back for units that came back.
CREATE OR REPLACE FUNCTION extra_due_of(the_return text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (coalesce(sum(more + CASE WHEN o.taxes_included THEN 0
      ELSE div(2 * more::numeric * coalesce(b.tax_ppm, 0) + 1000000, 2000000) END), 0)
      - (SELECT coalesce(sum(x.amount_minor), 0) FROM extra_returns x WHERE x.paid_by = the_return))::bigint
    FROM exchanges e
    JOIN order_lines b ON (b.order_id, b.position) = (e.order_id, e.position)
    JOIN orders o ON o.id = e.order_id
    CROSS JOIN LATERAL (SELECT greatest(0, e.unit_price_minor - item_price_of(e.return_id, e.position)) * (e.quantity - e.released) AS more) one
   WHERE e.return_id = the_return
$$;--> statement-breakpoint
-- A payment of an earlier exchange of the same unit gives back, and no more than it is for.
CREATE FUNCTION check_extra_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders o JOIN returns r ON r.order_id = o.id WHERE r.id = NEW.paid_by FOR NO KEY UPDATE OF o;
  IF extra_due_of(NEW.paid_by) < 0 OR NOT EXISTS (
    WITH RECURSIVE earlier AS (SELECT r.of_return_id AS id FROM returns r WHERE r.id = NEW.return_id
      UNION SELECT r.of_return_id FROM returns r JOIN earlier e ON e.id = r.id)
    SELECT FROM earlier e WHERE e.id = NEW.paid_by) THEN
    RAISE EXCEPTION 'the extra payment of return % does not give this back', NEW.paid_by USING ERRCODE = 'check_violation', CONSTRAINT = 'extra_returns_fit';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER extra_returns_are_paid AFTER INSERT ON "extra_returns" FOR EACH ROW EXECUTE FUNCTION check_extra_return();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER extra_returns_are_refunded AFTER INSERT ON "extra_returns" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_extra_refund('paid_by');--> statement-breakpoint
CREATE TRIGGER extra_returns_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON "extra_returns" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Which units a return is about stays.
CREATE OR REPLACE FUNCTION keep_return_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.order_id, NEW.of_return_id, NEW.key, NEW.requested_at) IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.of_return_id, OLD.key, OLD.requested_at)
    OR (OLD.approved_at IS NOT NULL AND NEW.approved_at IS DISTINCT FROM OLD.approved_at)
    OR (OLD.declined_at IS NOT NULL AND NEW.declined_at IS DISTINCT FROM OLD.declined_at)
    OR (OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at)
    OR (OLD.received_at IS NOT NULL AND NEW.received_at IS DISTINCT FROM OLD.received_at)
    OR (OLD.closed_at IS NOT NULL AND (NEW.closed_at, NEW.received_at) IS DISTINCT FROM (OLD.closed_at, OLD.received_at))
    OR NEW.note IS NOT NULL AND NEW.note IS DISTINCT FROM OLD.note THEN
    RAISE EXCEPTION 'what happened to return % stays', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;