CREATE TABLE "product_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_listed";--> statement-breakpoint
DROP INDEX "products_by_category";--> statement-breakpoint
DROP INDEX "stock_movements_by_variant";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "compare_at_minor" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "cost_minor" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_grams" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "brand" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "product_type" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "material" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "care" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "seo_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "seo_description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "compare_at_minor" bigint;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "cost_minor" bigint;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "weight_grams" integer;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "barcode" text;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "low_stock_at" integer;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "product_slugs" ADD CONSTRAINT "product_slugs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_slugs_by_product" ON "product_slugs" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "products_in_shop" ON "products" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "products_in_category" ON "products" USING btree ("category","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_by_status" ON "products" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_scheduled" ON "products" USING btree ("publish_at") WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX "variants_by_barcode" ON "variants" USING btree ("barcode") WHERE barcode is not null;--> statement-breakpoint
CREATE INDEX "stock_movements_of_variant" ON "stock_movements" USING btree ("variant_id","id");--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_request_key_unique" UNIQUE("request_key");--> statement-breakpoint
-- by hand
UPDATE "products" SET "status" = 'archived' WHERE "deleted_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_reason_is_known";--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_reason_is_known" CHECK ("reason" IN ('opening', 'sold', 'given_back', 'received', 'counted', 'damaged', 'correction', 'returned'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_status_is_known" CHECK ("products"."status" in ('draft', 'scheduled', 'active', 'archived'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_scheduled" CHECK (("products"."status" = 'scheduled') = ("products"."publish_at" is not null));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_archived" CHECK (("products"."status" = 'archived') = ("products"."deleted_at" is not null));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_compare_at_in_range" CHECK ("products"."compare_at_minor" between 0 and 1000000000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_cost_in_range" CHECK ("products"."cost_minor" between 0 and 1000000000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_weight_in_range" CHECK ("products"."weight_grams" between 0 and 10000000);--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_archived_not_on_sale" CHECK (not ("variants"."active" and "variants"."archived_at" is not null));--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_compare_at_in_range" CHECK ("variants"."compare_at_minor" between 0 and 1000000000);--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_cost_in_range" CHECK ("variants"."cost_minor" between 0 and 1000000000);--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_weight_in_range" CHECK ("variants"."weight_grams" between 0 and 10000000);--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_low_stock_in_range" CHECK ("variants"."low_stock_at" between 0 and 1000000);--> statement-breakpoint

-- A slug that a product gave up is not taken by another one, and one that another product has is not
-- given up. Both sides take a lock first, so that neither misses what the other has not committed:
-- products that take a slug share it.
CREATE FUNCTION refuse_former_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN RETURN NEW; END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('online-shop:slugs', 0));
  IF EXISTS (SELECT FROM product_slugs WHERE slug = NEW.slug AND product_id <> NEW.id) THEN
    RAISE EXCEPTION 'another product had the slug %', NEW.slug
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'products_slug_not_former';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER products_slug_not_former BEFORE INSERT OR UPDATE OF slug, deleted_at ON "products" FOR EACH ROW EXECUTE FUNCTION refuse_former_slug();--> statement-breakpoint
CREATE FUNCTION refuse_live_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('online-shop:slugs', 0));
  IF EXISTS (SELECT FROM products WHERE slug = NEW.slug AND id <> NEW.product_id AND deleted_at IS NULL) THEN
    RAISE EXCEPTION 'another product has the slug %', NEW.slug
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'product_slugs_not_live';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER product_slugs_not_live BEFORE INSERT OR UPDATE ON "product_slugs" FOR EACH ROW EXECUTE FUNCTION refuse_live_slug();
