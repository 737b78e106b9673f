ALTER TABLE "payments" ADD COLUMN "key_round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_live" boolean;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "key_round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_try_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD COLUMN "reference" text;--> statement-breakpoint
CREATE INDEX "payments_unknown_to_check" ON "payments" USING btree ("next_check_at") WHERE status = 'unknown';--> statement-breakpoint
CREATE INDEX "payments_unknown" ON "payments" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'unknown';--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'failed';--> statement-breakpoint
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
  SELECT * INTO paid FROM payments WHERE id = NEW.payment_id FOR UPDATE;
  IF NEW.currency <> paid.currency
     OR (SELECT sum(amount_minor) FROM refunds
         WHERE payment_id = NEW.payment_id AND status IN ('requested', 'done')) > paid.amount_minor THEN
    RAISE EXCEPTION 'more of payment % would go back than came in', NEW.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER refunds_within_payment ON "refunds";--> statement-breakpoint
CREATE TRIGGER refunds_within_payment AFTER INSERT OR UPDATE OF amount_minor, currency, payment_id, status ON "refunds" FOR EACH ROW EXECUTE FUNCTION check_refunds();
