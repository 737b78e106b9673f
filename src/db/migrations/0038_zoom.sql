ALTER TABLE "uploads" ADD COLUMN "has_zoom" boolean;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_with_zoom_are_stored" CHECK ("uploads"."has_zoom" is null or "uploads"."url" is not null) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "uploads" VALIDATE CONSTRAINT "uploads_with_zoom_are_stored";
