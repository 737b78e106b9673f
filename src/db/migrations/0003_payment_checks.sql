ALTER TABLE "payments" ADD COLUMN "next_check_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "payments" SET "next_check_at" = "created_at" + interval '2 minutes';--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "next_check_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("next_check_at") WHERE status = 'created';--> statement-breakpoint
CREATE INDEX "payments_open_without_order" ON "payments" USING btree ("user_id","created_at") WHERE status = 'created' and order_id is null;
