-- Values of the columns that hold one of a few words.
ALTER TABLE "carts" ADD CONSTRAINT "carts_status_is_known" CHECK ("status" IN ('open', 'ordered'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_is_known" CHECK ("status" IN ('pending', 'paid', 'cancelled'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_status_is_known" CHECK ("status" IN ('created', 'captured', 'refunded', 'cancelled'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status_is_known" CHECK ("status" IN ('requested', 'done'));--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_kind_is_known" CHECK ("kind" IN ('capture', 'refund'));--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_reason_is_known" CHECK ("reason" IN ('opening', 'sold', 'given_back', 'adjusted'));--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD CONSTRAINT "sandbox_intents_status_is_known" CHECK ("status" IN ('requires_payment_method', 'requires_action', 'succeeded', 'canceled'));--> statement-breakpoint

-- Books that are only ever added to: order lines, history, movements, ledger, audit.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% rows are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER order_lines_are_final BEFORE UPDATE OR DELETE ON "order_lines" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER order_events_are_final BEFORE UPDATE OR DELETE ON "order_events" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER stock_movements_are_final BEFORE UPDATE OR DELETE ON "stock_movements" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_entries_are_final BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_log_is_final BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- What an order costs is settled when it is placed; and an order that was paid or cancelled stays so.
CREATE FUNCTION keep_order_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.subtotal_minor, NEW.shipping_minor, NEW.total_minor, NEW.currency, NEW.number, NEW.created_at)
     IS DISTINCT FROM
     (OLD.subtotal_minor, OLD.shipping_minor, OLD.total_minor, OLD.currency, OLD.number, OLD.created_at) THEN
    RAISE EXCEPTION 'the amounts of order % are final', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'order % is % and stays so', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_keep_facts BEFORE UPDATE ON "orders" FOR EACH ROW EXECUTE FUNCTION keep_order_facts();--> statement-breakpoint

-- An order has lines, and they add up to its sub total; looked at when the transaction commits.
CREATE FUNCTION check_order_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(line_total_minor) FROM order_lines WHERE order_id = NEW.id) IS DISTINCT FROM NEW.subtotal_minor THEN
    RAISE EXCEPTION 'the lines of order % do not add up', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_lines_add_up AFTER INSERT ON "orders" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_sum();--> statement-breakpoint

-- Nothing is added to an order later either.
CREATE FUNCTION check_added_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken text;
BEGIN
  SELECT o.id INTO broken FROM (SELECT DISTINCT order_id FROM added) a JOIN orders o ON o.id = a.order_id
   WHERE o.subtotal_minor <> (SELECT sum(l.line_total_minor) FROM order_lines l WHERE l.order_id = o.id) LIMIT 1;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'the lines of order % do not add up', broken USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER order_lines_add_up AFTER INSERT ON "order_lines" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_added_lines();--> statement-breakpoint
CREATE TRIGGER order_lines_are_kept BEFORE TRUNCATE ON "order_lines" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER order_events_are_kept BEFORE TRUNCATE ON "order_events" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER stock_movements_are_kept BEFORE TRUNCATE ON "stock_movements" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_entries_are_kept BEFORE TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_log_is_kept BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
