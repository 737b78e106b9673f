-- The difference of an exchange may come outside of the shop too. A wider check takes the place of the
-- earlier one.
ALTER TABLE "payments" DROP CONSTRAINT "payments_outside_pay_an_order";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_outside_pay_something" CHECK ("payments"."provider" <> 'outside' or ("payments"."status" = 'captured' and num_nonnulls("payments"."order_id", "payments"."return_id") = 1 and "payments"."intent_id" is null)) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "exchanges" ADD COLUMN "waived_unit_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_waived_within_price" CHECK ("exchanges"."waived_unit_minor" between 0 and "exchanges"."unit_price_minor") NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_outside_pay_something";--> statement-breakpoint
ALTER TABLE "exchanges" VALIDATE CONSTRAINT "exchanges_waived_within_price";--> statement-breakpoint
-- next transaction: what was sent in exchange has cost its price, less what was waived of it.
CREATE OR REPLACE FUNCTION item_price_of(the_return text, the_position integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN r.of_return_id IS NULL THEN b.unit_price_minor ELSE e.unit_price_minor - e.waived_unit_minor END
    FROM return_lines l JOIN returns r ON r.id = l.return_id
    JOIN order_lines b ON (b.order_id, b.position) = (l.order_id, l.position)
    LEFT JOIN exchanges e ON (e.return_id, e.position) = (r.of_return_id, l.position)
   WHERE (l.return_id, l.position) = (the_return, the_position)
$$;--> statement-breakpoint
-- What the exchanges of a return cost more than was paid, without what was waived and units that were
-- released, and without what was given back for units that came back.
CREATE OR REPLACE FUNCTION extra_due_of(the_return text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (coalesce(sum(more + CASE WHEN o.taxes_included THEN 0
      ELSE div(2 * more::numeric * coalesce(b.tax_ppm, 0) + 1000000, 2000000) END), 0)
      - (SELECT coalesce(sum(x.amount_minor), 0) FROM extra_returns x WHERE x.paid_by = the_return))::bigint
    FROM exchanges e
    JOIN order_lines b ON (b.order_id, b.position) = (e.order_id, e.position)
    JOIN orders o ON o.id = e.order_id
    CROSS JOIN LATERAL (SELECT greatest(0, e.unit_price_minor - e.waived_unit_minor - item_price_of(e.return_id, e.position)) * (e.quantity - e.released) AS more) one
   WHERE e.return_id = the_return
$$;--> statement-breakpoint
-- All of the difference is waived, once, while the exchange of an approved return is reserved. What was paid
-- is not waived: the check of what is kept looks at that when the transaction commits, with the order locked.
CREATE FUNCTION check_waiver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders o WHERE o.id = NEW.order_id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' OR OLD.waived_unit_minor <> 0 OR OLD.fulfillment_id IS NOT NULL OR OLD.released = OLD.quantity
    OR NOT EXISTS (SELECT FROM returns r WHERE r.id = NEW.return_id AND r.approved_at IS NOT NULL)
    OR NEW.unit_price_minor - NEW.waived_unit_minor <> item_price_of(NEW.return_id, NEW.position) THEN
    RAISE EXCEPTION 'the difference of the exchange of return % is not waived like this', NEW.return_id USING ERRCODE = 'check_violation', CONSTRAINT = 'whole_differences_are_waived';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER exchanges_begin_unwaived BEFORE INSERT ON "exchanges" FOR EACH ROW WHEN (NEW.waived_unit_minor <> 0) EXECUTE FUNCTION check_waiver();--> statement-breakpoint
CREATE TRIGGER exchanges_waive_difference BEFORE UPDATE ON "exchanges" FOR EACH ROW WHEN (NEW.waived_unit_minor <> OLD.waived_unit_minor) EXECUTE FUNCTION check_waiver();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER exchanges_refund_waived AFTER UPDATE OF waived_unit_minor ON "exchanges" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_extra_refund('return_id');
