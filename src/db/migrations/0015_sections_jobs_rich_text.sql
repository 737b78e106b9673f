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

--> statement-breakpoint
CREATE TABLE "fetched_images" (
	"source" text PRIMARY KEY NOT NULL,
	"upload" text NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fetched_images_source_is_short" CHECK (length("fetched_images"."source") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "import_images" (
	"job_id" text NOT NULL,
	"product_id" text NOT NULL,
	"line" integer NOT NULL,
	"images" jsonb NOT NULL,
	"variants" jsonb NOT NULL,
	CONSTRAINT "import_images_job_id_product_id_pk" PRIMARY KEY("job_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "staff_file_parts" (
	"file_id" text NOT NULL,
	"nr" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "staff_file_parts_file_id_nr_pk" PRIMARY KEY("file_id","nr")
);
--> statement-breakpoint
CREATE TABLE "staff_files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"stored_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_job_items" (
	"job_id" text NOT NULL,
	"subject" text NOT NULL,
	"label" text NOT NULL,
	"outcome" text NOT NULL,
	"differences" jsonb,
	"before" jsonb,
	"version" integer,
	"movement" bigint,
	"kept" text,
	CONSTRAINT "staff_job_items_job_id_subject_pk" PRIMARY KEY("job_id","subject"),
	CONSTRAINT "staff_job_items_outcome_is_known" CHECK ("staff_job_items"."outcome" in ('new', 'changed'))
);
--> statement-breakpoint
CREATE TABLE "staff_job_keys" (
	"job_id" text NOT NULL,
	"key" bigint NOT NULL,
	"line" integer NOT NULL,
	CONSTRAINT "staff_job_keys_job_id_key_pk" PRIMARY KEY("job_id","key")
);
--> statement-breakpoint
CREATE TABLE "staff_job_problems" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"job_id" text NOT NULL,
	"line" integer,
	"first_line" integer,
	"last_line" integer,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"requested" text,
	"input" jsonb NOT NULL,
	"file_id" text,
	"checkpoint" jsonb,
	"result" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"problem_count" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"undoable" boolean DEFAULT false NOT NULL,
	"lease" text,
	"lease_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "staff_jobs_kind_is_known" CHECK ("staff_jobs"."kind" in ('import')),
	CONSTRAINT "staff_jobs_status_is_known" CHECK ("staff_jobs"."status" in ('waiting', 'running', 'paused', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
	CONSTRAINT "staff_jobs_request_is_known" CHECK ("staff_jobs"."requested" in ('pause', 'cancel')),
	CONSTRAINT "staff_jobs_lease_has_an_end" CHECK (("staff_jobs"."lease" is null) = ("staff_jobs"."lease_until" is null)),
	CONSTRAINT "staff_jobs_failed_with_a_reason" CHECK (("staff_jobs"."status" = 'failed') = ("staff_jobs"."failure" is not null))
);
--> statement-breakpoint
ALTER TABLE "import_images" ADD CONSTRAINT "import_images_job_id_staff_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."staff_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_images" ADD CONSTRAINT "import_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_file_parts" ADD CONSTRAINT "staff_file_parts_file_id_staff_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."staff_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_job_items" ADD CONSTRAINT "staff_job_items_job_id_staff_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."staff_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_job_keys" ADD CONSTRAINT "staff_job_keys_job_id_staff_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."staff_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_job_problems" ADD CONSTRAINT "staff_job_problems_job_id_staff_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."staff_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD CONSTRAINT "staff_jobs_file_id_staff_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."staff_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fetched_images_by_upload" ON "fetched_images" USING btree ("upload");--> statement-breakpoint
CREATE INDEX "import_images_by_line" ON "import_images" USING btree ("job_id","line");--> statement-breakpoint
CREATE INDEX "staff_job_items_kept" ON "staff_job_items" USING btree ("job_id","subject") WHERE kept is not null;--> statement-breakpoint
CREATE INDEX "staff_job_problems_by_line" ON "staff_job_problems" USING btree ("job_id","line","id");--> statement-breakpoint
CREATE INDEX "staff_job_problems_by_first_line" ON "staff_job_problems" USING btree ("job_id","first_line","id");--> statement-breakpoint
CREATE INDEX "staff_jobs_open" ON "staff_jobs" USING btree ("created_at") WHERE status in ('waiting', 'running', 'undoing');--> statement-breakpoint
CREATE INDEX "staff_jobs_newest" ON "staff_jobs" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "staff_jobs_by_file" ON "staff_jobs" USING btree ("file_id");--> statement-breakpoint
-- by hand
-- Parts of files are read and written whole; compressing them would take more time than writing.
ALTER TABLE "staff_file_parts" ALTER COLUMN "content" SET STORAGE EXTERNAL;

--> statement-breakpoint
CREATE TABLE "description_images" (
	"product_id" text NOT NULL,
	"url" text NOT NULL,
	CONSTRAINT "description_images_product_id_url_pk" PRIMARY KEY("product_id","url")
);
--> statement-breakpoint
CREATE TABLE "related_products" (
	"product_id" text NOT NULL,
	"related_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "related_products_product_id_related_id_pk" PRIMARY KEY("product_id","related_id"),
	CONSTRAINT "related_products_position" UNIQUE("product_id","position"),
	CONSTRAINT "related_products_not_itself" CHECK ("related_products"."product_id" <> "related_products"."related_id"),
	CONSTRAINT "related_products_few" CHECK ("related_products"."position" between 0 and 11)
);
--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "focus_x" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "focus_y" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "color" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "description_html" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "description_images" ADD CONSTRAINT "description_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "related_products" ADD CONSTRAINT "related_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "related_products" ADD CONSTRAINT "related_products_related_id_products_id_fk" FOREIGN KEY ("related_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "description_images_by_url" ON "description_images" USING btree ("url");--> statement-breakpoint
CREATE INDEX "related_products_by_related" ON "related_products" USING btree ("related_id");--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_focus_in_range" CHECK ("product_images"."focus_x" between 0 and 100 and "product_images"."focus_y" between 0 and 100);--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_color_not_blank" CHECK ("product_images"."color" <> '');--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_description_html_length" CHECK (length("products"."description_html") <= 30000);