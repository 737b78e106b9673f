CREATE TABLE "shop_texts" (
	"key" text PRIMARY KEY NOT NULL,
	"text" text,
	"version" integer NOT NULL,
	CONSTRAINT "shop_texts_key_is_name" CHECK ("shop_texts"."key" ~ '^[a-z]+[.][a-zA-Z]+$' and char_length("shop_texts"."key") <= 60),
	CONSTRAINT "shop_texts_text_fits" CHECK (char_length("shop_texts"."text") between 1 and 200)
);
--> statement-breakpoint
-- Every page shows texts, so each change concerns all cached pages.
CREATE TRIGGER shop_texts_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "shop_texts" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();
