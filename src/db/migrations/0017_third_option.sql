ALTER TABLE "variants" ADD COLUMN "option_value" text;--> statement-breakpoint
-- by hand
-- The new index is there before the old one goes, so no moment is without the guarantee. It comes
-- before the other tables are changed, so that these are locked for a moment only.
ALTER TABLE "variants" ADD CONSTRAINT "variants_three_options" UNIQUE NULLS NOT DISTINCT("product_id","size","colour","option_value");--> statement-breakpoint
ALTER TABLE "variants" DROP CONSTRAINT "variants_options";--> statement-breakpoint
ALTER TABLE "variants" RENAME CONSTRAINT "variants_three_options" TO "variants_options";--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_option_not_blank" CHECK ("variants"."option_value" <> '');--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "option_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_option_name_is_free" CHECK (lower("products"."option_name") not in ('size', 'sizes', 'color', 'colors', 'colour', 'colours'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "option_value" text;--> statement-breakpoint

-- by hand
-- A variant has a value only where its product names the option. Checked when the transaction ends, because
-- an edit writes product and variants one after the other. The lock on the product makes the two
-- sides wait for each other.
CREATE FUNCTION require_option_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM products WHERE id = NEW.product_id FOR SHARE;
  IF EXISTS (
    SELECT FROM variants v JOIN products p ON p.id = v.product_id
    WHERE v.id = NEW.id AND v.option_value IS NOT NULL AND p.option_name = ''
  ) THEN
    RAISE EXCEPTION 'the product of variant % does not name its option', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'variants_option_is_named';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER variants_option_is_named
  AFTER INSERT OR UPDATE OF option_value, product_id ON "variants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.option_value IS NOT NULL)
  EXECUTE FUNCTION require_option_name();--> statement-breakpoint
CREATE FUNCTION keep_option_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM products p JOIN variants v ON v.product_id = p.id
    WHERE p.id = NEW.id AND p.option_name = '' AND v.option_value IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'variants of product % have a value of the option', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'variants_option_is_named';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER products_option_name_is_kept
  AFTER UPDATE OF option_name ON "products"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.option_name = '' AND OLD.option_name <> '')
  EXECUTE FUNCTION keep_option_name();
