ALTER TABLE "refunds" ADD COLUMN "key" text;--> statement-breakpoint
CREATE INDEX "refunds_to_carry_out" ON "refunds" USING btree ("created_at") WHERE status = 'requested';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_one_per_key" UNIQUE("payment_id","key");;--> statement-breakpoint

-- No more goes back than came in. The payment is locked first, so that two refunds see each other.
CREATE FUNCTION check_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid payments;
BEGIN
  SELECT * INTO paid FROM payments WHERE id = NEW.payment_id FOR UPDATE;
  IF NEW.currency <> paid.currency
     OR (SELECT sum(amount_minor) FROM refunds WHERE payment_id = NEW.payment_id) > paid.amount_minor THEN
    RAISE EXCEPTION 'more of payment % would go back than came in', NEW.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_within_payment AFTER INSERT OR UPDATE OF amount_minor, currency, payment_id ON "refunds" FOR EACH ROW EXECUTE FUNCTION check_refunds();
