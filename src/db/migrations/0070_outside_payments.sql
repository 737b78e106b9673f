ALTER TABLE "payments" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_outside_pay_an_order" CHECK ("payments"."provider" <> 'outside' or ("payments"."status" = 'captured' and "payments"."order_id" is not null and "payments"."intent_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reference_is_outside" CHECK ("payments"."reference" is null or "payments"."provider" = 'outside') NOT VALID;--> statement-breakpoint
-- A wider check takes the place of the earlier one.
ALTER TABLE "payments" DROP CONSTRAINT "payments_captured_is_known";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_captured_is_known" CHECK ("payments"."status" not in ('captured', 'refunded') or "payments"."intent_id" is not null or "payments"."provider" = 'outside') NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_outside_pay_an_order";--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_reference_is_outside";--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_captured_is_known";
