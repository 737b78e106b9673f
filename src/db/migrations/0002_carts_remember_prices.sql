ALTER TABLE "cart_lines" ADD COLUMN "seen_price_minor" bigint;--> statement-breakpoint
-- Whoever has a cart already was shown today's prices.
UPDATE "cart_lines" SET "seen_price_minor" = coalesce(v."price_minor", p."price_minor")
  FROM "variants" v JOIN "products" p ON p."id" = v."product_id" WHERE v."id" = "cart_lines"."variant_id";--> statement-breakpoint
ALTER TABLE "cart_lines" ALTER COLUMN "seen_price_minor" SET NOT NULL;
