ALTER TABLE "saved_destinations" ALTER COLUMN "zip" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_destinations" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "saved_destinations" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "saved_destinations" ADD CONSTRAINT "saved_destinations_are_whole" CHECK (case when "saved_destinations"."country" is null then num_nonnulls("saved_destinations"."city", "saved_destinations"."zip") in (0, 2) and "saved_destinations"."region" is null else "saved_destinations"."city" is not null end) NOT VALID;--> statement-breakpoint
ALTER TABLE "saved_destinations" ADD CONSTRAINT "saved_destinations_country_is_code" CHECK ("saved_destinations"."country" ~ '^[A-Z]{2}$') NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "carts" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "carts" DROP CONSTRAINT "carts_estimate_is_whole";--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_estimate_is_whole" CHECK (case when "carts"."country" is null then num_nonnulls("carts"."city", "carts"."zip") in (0, 2) and "carts"."region" is null else "carts"."city" is not null end) NOT VALID;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_country_is_code" CHECK ("carts"."country" ~ '^[A-Z]{2}$') NOT VALID;--> statement-breakpoint
-- next transaction: reads whole tables, beside readers and writers.
ALTER TABLE "saved_destinations" VALIDATE CONSTRAINT "saved_destinations_are_whole";--> statement-breakpoint
ALTER TABLE "saved_destinations" VALIDATE CONSTRAINT "saved_destinations_country_is_code";--> statement-breakpoint
ALTER TABLE "carts" VALIDATE CONSTRAINT "carts_estimate_is_whole";--> statement-breakpoint
ALTER TABLE "carts" VALIDATE CONSTRAINT "carts_country_is_code";
