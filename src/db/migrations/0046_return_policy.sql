CREATE TABLE "return_policy" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer NOT NULL,
	"postage_paid_by" text NOT NULL,
	"final_sale_category_ids" text[] NOT NULL,
	"final_sale_tags" text[] NOT NULL,
	CONSTRAINT "return_policy_is_one_row" CHECK ("return_policy"."is_only"),
	CONSTRAINT "return_policy_payer_is_known" CHECK ("return_policy"."postage_paid_by" in ('customer', 'shop')),
	CONSTRAINT "return_policy_lists_are_short" CHECK (cardinality("return_policy"."final_sale_category_ids") <= 500 and cardinality("return_policy"."final_sale_tags") <= 50)
);
--> statement-breakpoint
-- Every page of a product says whether it is a final sale, so each change concerns all cached pages.
CREATE TRIGGER return_policy_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "return_policy" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();--> statement-breakpoint
-- next transaction
ALTER TABLE "order_lines" ADD COLUMN "final_sale" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- next transaction
ALTER TABLE "returns" ADD COLUMN "postage_paid_by" text;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_payer_is_known" CHECK ("returns"."postage_paid_by" in ('customer', 'shop')) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_payer_is_known";--> statement-breakpoint
-- next transaction: who pays for the way back stays as it was promised.
CREATE OR REPLACE FUNCTION keep_return_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.order_id, NEW.of_return_id, NEW.key, NEW.postage_paid_by, NEW.requested_at) IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.of_return_id, OLD.key, OLD.postage_paid_by, OLD.requested_at)
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
