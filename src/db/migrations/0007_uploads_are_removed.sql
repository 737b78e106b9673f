ALTER TABLE "product_images" DROP CONSTRAINT "product_images_url_is_safe";--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "removing_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_url_is_safe" CHECK ("product_images"."url" ~ '^(https://|http://(localhost|127\.0\.0\.1)(:[0-9]+)?/|/[^/\\])');--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_removed_have_no_address" CHECK ("uploads"."removing_at" is null or "uploads"."url" is null);