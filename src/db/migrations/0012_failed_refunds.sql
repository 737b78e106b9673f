ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_refund_id_unique";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_sign";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_refund_is_named";--> statement-breakpoint
CREATE INDEX "ledger_by_refund" ON "ledger_entries" USING btree ("refund_id") WHERE refund_id is not null;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_sign" CHECK (("ledger_entries"."kind" = 'refund') = ("ledger_entries"."amount_minor" < 0) and "ledger_entries"."amount_minor" <> 0);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_refund_is_named" CHECK (("ledger_entries"."kind" = 'capture') = ("ledger_entries"."refund_id" is null));--> statement-breakpoint
-- by hand
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_kind_is_known";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_kind_is_known" CHECK ("kind" IN ('capture', 'refund', 'refund-failed'));--> statement-breakpoint

-- A refund goes out whole, and comes back whole before it can go out again.
CREATE FUNCTION check_refund_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whole bigint;
BEGIN
  SELECT amount_minor INTO whole FROM refunds WHERE id = NEW.refund_id FOR NO KEY UPDATE;
  IF (SELECT sum(amount_minor) FROM ledger_entries WHERE refund_id = NEW.refund_id) NOT IN (0, -whole) THEN
    RAISE EXCEPTION 'refund % would be in the ledger twice', NEW.refund_id USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_refund_once';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_refund_once AFTER INSERT ON "ledger_entries" FOR EACH ROW WHEN (NEW.refund_id IS NOT NULL) EXECUTE FUNCTION check_refund_entries();
