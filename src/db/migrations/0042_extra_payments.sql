ALTER TABLE "payments" ADD COLUMN "return_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_are_for_one_thing" CHECK ("payments"."order_id" is null or "payments"."return_id" is null) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "documents" ADD COLUMN "return_id" text;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- next transaction: a wider check takes the place of the earlier one.
ALTER TABLE "exchanges" DROP CONSTRAINT "exchanges_release_reason_is_known";--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_release_reason_is_known" CHECK ("exchanges"."released_because" in ('declined', 'withdrawn', 'not_received', 'closed', 'cancelled', 'late', 'account_deleted', 'unpaid', 'refunded')) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_return_id_returns_id_fk";--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_are_for_one_thing";--> statement-breakpoint
ALTER TABLE "documents" VALIDATE CONSTRAINT "documents_return_id_returns_id_fk";--> statement-breakpoint
ALTER TABLE "exchanges" VALIDATE CONSTRAINT "exchanges_release_reason_is_known";--> statement-breakpoint
-- next transaction
CREATE UNIQUE INDEX CONCURRENTLY "payments_one_capture_per_return" ON "payments" USING btree ("return_id") WHERE return_id is not null and status = 'captured';--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payments_one_open_per_return" ON "payments" USING btree ("return_id") WHERE return_id is not null and status = 'created';--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "documents_one_invoice_of_order" ON "documents" USING btree ("order_id") WHERE kind = 'invoice' and return_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "documents_one_invoice_of_return" ON "documents" USING btree ("return_id") WHERE kind = 'invoice' and return_id is not null;--> statement-breakpoint
DROP INDEX "documents_one_invoice_per_order";--> statement-breakpoint
-- next transaction: what is asked for fits the line that comes back. It may be dearer.
CREATE OR REPLACE FUNCTION check_exchange() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  PERFORM FROM orders o WHERE o.id IN (SELECT a.order_id FROM added a) ORDER BY o.id FOR NO KEY UPDATE;
  SELECT a.return_id INTO broken FROM added a
    LEFT JOIN return_lines l ON (l.return_id, l.position, l.order_id) = (a.return_id, a.position, a.order_id)
    LEFT JOIN order_lines b ON (b.order_id, b.position) = (l.order_id, l.position)
    LEFT JOIN variants v ON v.id = a.variant_id
   WHERE (l.quantity = a.quantity AND v.product_id = b.product_id AND v.id <> b.variant_id) IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'an exchange of return % does not fit its line', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'exchanges_fit_lines';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- What the exchanges of a return cost more than was paid, without units that were released.
CREATE FUNCTION extra_due_of(the_return text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(more + CASE WHEN o.taxes_included THEN 0
      ELSE div(2 * more::numeric * coalesce(b.tax_ppm, 0) + 1000000, 2000000) END), 0)::bigint
    FROM exchanges e
    JOIN order_lines b ON (b.order_id, b.position) = (e.order_id, e.position)
    JOIN orders o ON o.id = e.order_id
    CROSS JOIN LATERAL (SELECT greatest(0, e.unit_price_minor - b.unit_price_minor) * (e.quantity - e.released) AS more) one
   WHERE e.return_id = the_return
$$;--> statement-breakpoint
-- What the shop has of the extra payment of a return, without what is refunded of it.
CREATE FUNCTION extra_kept_of(the_return text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(p.amount_minor - (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
      WHERE r.payment_id = p.id AND r.status <> 'withdrawn')), 0)::bigint
    FROM payments p WHERE p.return_id = the_return AND p.status = 'captured'
$$;--> statement-breakpoint
-- Nothing is sent before its extra payment.
CREATE FUNCTION check_extra_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.fulfillment_id IS NULL AND NEW.fulfillment_id IS NOT NULL THEN
    PERFORM FROM orders o WHERE o.id = NEW.order_id FOR NO KEY UPDATE;
    IF extra_kept_of(NEW.return_id) < extra_due_of(NEW.return_id) THEN
      RAISE EXCEPTION 'the exchange of return % is not paid', NEW.return_id USING ERRCODE = 'check_violation', CONSTRAINT = 'only_paid_exchanges_ship';
    END IF;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER exchanges_are_paid BEFORE UPDATE OF fulfillment_id ON "exchanges" FOR EACH ROW EXECUTE FUNCTION check_extra_payment();--> statement-breakpoint
-- What was paid for released units is refunded with the release, and a payment for nothing is not
-- kept; looked at when the transaction commits.
CREATE FUNCTION check_extra_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE the_return text := to_jsonb(NEW)->>TG_ARGV[0];
BEGIN
  IF the_return IS NOT NULL AND extra_kept_of(the_return) > extra_due_of(the_return) THEN
    RAISE EXCEPTION 'more of return % is paid than it costs', the_return USING ERRCODE = 'check_violation', CONSTRAINT = 'extra_payments_are_refunded';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER exchanges_refund_extra AFTER UPDATE OF released ON "exchanges" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_extra_refund('return_id');--> statement-breakpoint
-- next transaction
CREATE CONSTRAINT TRIGGER payments_are_extra AFTER INSERT OR UPDATE OF status ON "payments" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.return_id IS NOT NULL AND NEW.status = 'captured') EXECUTE FUNCTION check_extra_refund('return_id');--> statement-breakpoint
-- next transaction: an invoice is also that of an extra payment, and a credit note of its refund.
CREATE OR REPLACE FUNCTION check_documents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  SELECT a.label INTO broken FROM added a LEFT JOIN document_series s ON s.kind = a.kind
   WHERE a.number NOT BETWEEN s.first_number AND s.last_number OR s.kind IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the number of document % was not taken from its series', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'documents_number_of_series';
  END IF;
  SELECT a.label INTO broken FROM added a JOIN orders o ON o.id = a.order_id
    LEFT JOIN refunds r ON r.id = a.refund_id LEFT JOIN payments p ON p.id = r.payment_id
    LEFT JOIN payments extra ON extra.return_id = a.return_id AND extra.status = 'captured'
    LEFT JOIN returns back ON back.id = a.return_id
   WHERE CASE a.kind WHEN 'invoice' THEN o.status <> 'paid'
       OR (a.return_id IS NULL AND (o.total_minor, o.currency) IS DISTINCT FROM (a.total_minor, a.currency))
       OR (a.return_id IS NOT NULL AND (extra.amount_minor, extra.currency, back.order_id)
         IS DISTINCT FROM (a.total_minor, a.currency, a.order_id))
     ELSE r.status NOT IN ('done', 'settled') OR p.return_id IS DISTINCT FROM a.return_id
       OR (CASE WHEN a.return_id IS NULL THEN p.order_id ELSE back.order_id END) IS DISTINCT FROM a.order_id
       OR (r.amount_minor, r.currency) IS DISTINCT FROM (a.total_minor, a.currency) END LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'document % is not that of a paid order, or of a refund that was carried out', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'documents_fit';
  END IF;
  RETURN NULL;
END $$;
