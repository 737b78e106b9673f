CREATE TABLE "category_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"category_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "category_slugs_slug_is_plain" CHECK ("category_slugs"."slug" ~ '^[a-z0-9_-]{1,120}$')
);
--> statement-breakpoint
CREATE TABLE "collection_products" (
	"collection_id" text NOT NULL,
	"product_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "collection_products_collection_id_product_id_pk" PRIMARY KEY("collection_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "collection_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"collection_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collection_slugs_slug_is_plain" CHECK ("collection_slugs"."slug" ~ '^[a-z0-9_-]{1,120}$')
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image_url" text,
	"in_menu" boolean DEFAULT false NOT NULL,
	"by_hand" boolean NOT NULL,
	"rule_category" text,
	"rule_tags" text[] DEFAULT '{}' NOT NULL,
	"rule_min_minor" bigint,
	"rule_max_minor" bigint,
	"rule_in_stock" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collections_name_unique" UNIQUE("name"),
	CONSTRAINT "collections_slug_unique" UNIQUE("slug"),
	CONSTRAINT "collections_name_not_blank" CHECK ("collections"."name" <> ''),
	CONSTRAINT "collections_rule_or_hand" CHECK ("collections"."by_hand" = ("collections"."rule_category" is null and "collections"."rule_tags" = '{}' and "collections"."rule_min_minor" is null and "collections"."rule_max_minor" is null and not "collections"."rule_in_stock")),
	CONSTRAINT "collections_prices_in_range" CHECK ("collections"."rule_min_minor" between 0 and 1000000000 and "collections"."rule_max_minor" between 0 and 1000000000),
	CONSTRAINT "collections_image_is_safe" CHECK ("collections"."image_url" ~ '^(https://|http://(localhost|127\.0\.0\.1)(:[0-9]+)?/|/[^/\\])')
);
--> statement-breakpoint
-- by hand: the name becomes the id, so no product is written
ALTER TABLE "categories" RENAME COLUMN "name" TO "id";--> statement-breakpoint
ALTER TABLE "products" RENAME CONSTRAINT "products_category_categories_name_fk" TO "products_category_categories_id_fk";--> statement-breakpoint
ALTER TABLE "catalog_changes" ADD COLUMN "collection_slug" text;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "image_url" text;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "in_menu" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ALTER COLUMN "in_menu" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "offers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ALTER COLUMN "position" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ALTER COLUMN "version" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- The first start writes what shop.config.ts says of them, slugs included (version 0).
UPDATE "categories" SET "name" = "id", "slug" = 'category-' || nr FROM (SELECT "id" AS numbered, row_number() OVER (ORDER BY "id") AS nr FROM "categories") n WHERE "id" = numbered;--> statement-breakpoint
ALTER TABLE "categories" ALTER COLUMN "name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ALTER COLUMN "slug" SET NOT NULL;--> statement-breakpoint
INSERT INTO "category_slugs" ("slug", "category_id") SELECT "slug", "id" FROM "categories";--> statement-breakpoint
ALTER TABLE "category_slugs" ADD CONSTRAINT "category_slugs_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_slugs" ADD CONSTRAINT "collection_slugs_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_rule_category_categories_id_fk" FOREIGN KEY ("rule_category") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_products_in_order" ON "collection_products" USING btree ("collection_id","position","product_id");--> statement-breakpoint
CREATE INDEX "collection_products_by_product" ON "collection_products" USING btree ("product_id");--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_name_unique" UNIQUE("name");--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_slug_unique" UNIQUE("slug");--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_name_not_blank" CHECK ("categories"."name" <> '');--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_image_is_safe" CHECK ("categories"."image_url" ~ '^(https://|http://(localhost|127\.0\.0\.1)(:[0-9]+)?/|/[^/\\])');--> statement-breakpoint
-- by hand
CREATE UNIQUE INDEX "categories_one_has_offers" ON "categories" USING btree ("offers") WHERE offers;--> statement-breakpoint
ALTER TABLE "category_slugs" ADD CONSTRAINT "category_slugs_of_category" UNIQUE ("category_id", "slug");--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_slug_is_its_own" FOREIGN KEY ("id", "slug") REFERENCES "category_slugs" ("category_id", "slug") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "collection_slugs" ADD CONSTRAINT "collection_slugs_of_collection" UNIQUE ("collection_id", "slug");--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_slug_is_its_own" FOREIGN KEY ("id", "slug") REFERENCES "collection_slugs" ("collection_id", "slug") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint

-- Every page shows the menu, so a change of a category or a collection concerns everything. Which
-- products a collection by hand has concerns its page alone.
CREATE TRIGGER categories_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();--> statement-breakpoint
CREATE TRIGGER category_slugs_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "category_slugs" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();--> statement-breakpoint
CREATE TRIGGER collections_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "collections" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();--> statement-breakpoint
CREATE TRIGGER collection_slugs_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "collection_slugs" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();--> statement-breakpoint
CREATE FUNCTION note_collections_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (collection_slug, in_lists)
    SELECT slug, true FROM collections WHERE id IN (SELECT collection_id FROM new_rows);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_collections_of_old() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (collection_slug, in_lists)
    SELECT slug, true FROM collections WHERE id IN (SELECT collection_id FROM old_rows);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER collection_products_added AFTER INSERT ON "collection_products" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_collections_of_new();--> statement-breakpoint
CREATE TRIGGER collection_products_changed AFTER UPDATE ON "collection_products" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_collections_of_new();--> statement-breakpoint
CREATE TRIGGER collection_products_removed AFTER DELETE ON "collection_products" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_collections_of_old();--> statement-breakpoint
CREATE TRIGGER collection_products_emptied AFTER TRUNCATE ON "collection_products" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();
