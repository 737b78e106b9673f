ALTER TABLE "cart_lines" DROP CONSTRAINT "cart_lines_quantity_in_range";--> statement-breakpoint
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_quantity_in_range";--> statement-breakpoint
ALTER TABLE "cart_lines" ADD COLUMN "seen_price_minor" bigint;--> statement-breakpoint
-- Carts that are there already were shown today's prices.
UPDATE "cart_lines" SET "seen_price_minor" = coalesce(v."price_minor", p."price_minor")
  FROM "variants" v JOIN "products" p ON p."id" = v."product_id" WHERE v."id" = "cart_lines"."variant_id";--> statement-breakpoint
ALTER TABLE "cart_lines" ALTER COLUMN "seen_price_minor" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_quantity_in_range" CHECK ("cart_lines"."quantity" between 1 and 9999);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_quantity_in_range" CHECK ("order_lines"."quantity" between 1 and 9999);
