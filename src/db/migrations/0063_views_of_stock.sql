ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_list_is_known";--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_list_is_known" CHECK ("saved_views"."list" in ('products', 'orders', 'stock'));
