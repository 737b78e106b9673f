ALTER TABLE "sales_progress" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_progress" ADD COLUMN "zoned_to" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The sums so far are by days of UTC.
UPDATE "sales_progress" SET "zoned_to" = "summed_to";
