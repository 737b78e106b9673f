CREATE TABLE "shop_pages" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"former_slugs" text[] DEFAULT '{}' NOT NULL,
	"text" text NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"in_footer" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "shop_pages_name_not_blank" CHECK ("shop_pages"."name" <> '' and char_length("shop_pages"."name") <= 80),
	CONSTRAINT "shop_pages_slug_is_plain" CHECK ("shop_pages"."slug" ~ '^[a-z0-9_-]{1,120}$'),
	CONSTRAINT "shop_pages_text_fits" CHECK (char_length("shop_pages"."text") <= 30000 and char_length("shop_pages"."html") <= 30000)
);--> statement-breakpoint
-- The footer of every page links them.
CREATE TRIGGER shop_pages_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "shop_pages" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();
