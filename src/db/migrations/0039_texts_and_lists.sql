CREATE TABLE "shop_texts" (
	"key" text PRIMARY KEY NOT NULL,
	"text" text,
	"version" integer NOT NULL,
	CONSTRAINT "shop_texts_key_is_name" CHECK ("shop_texts"."key" ~ '^[a-z]+[.][a-zA-Z]+$' and char_length("shop_texts"."key") <= 60),
	CONSTRAINT "shop_texts_text_fits" CHECK (char_length("shop_texts"."text") between 1 and 200)
);
--> statement-breakpoint
-- Every page shows texts, so each change concerns all cached pages.
CREATE TRIGGER shop_texts_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "shop_texts" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();--> statement-breakpoint
-- next transaction
CREATE TABLE "products_without_image" (
	"product_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- It has no foreign key, because its check would lock each product of an import.
CREATE FUNCTION note_products_without_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO products_without_image SELECT id FROM new_rows ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION forget_products_without_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM products_without_image w USING old_rows o WHERE w.product_id = o.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION forget_products_with_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM products_without_image w USING new_rows i WHERE w.product_id = i.product_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_products_of_last_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO products_without_image
    SELECT DISTINCT p.id FROM old_rows o JOIN products p ON p.id = o.product_id
    WHERE NOT EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_begin_without_image AFTER INSERT ON "products" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_without_image();--> statement-breakpoint
CREATE TRIGGER products_end_without_image AFTER DELETE ON "products" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_products_without_image();--> statement-breakpoint
-- next transaction
CREATE TRIGGER product_images_begin AFTER INSERT ON "product_images" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_products_with_image();--> statement-breakpoint
CREATE TRIGGER product_images_end AFTER DELETE ON "product_images" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_last_image();--> statement-breakpoint
-- next transaction
INSERT INTO products_without_image
  SELECT p.id FROM products p WHERE NOT EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id)
  ON CONFLICT DO NOTHING;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "variants_by_own_price" ON "variants" USING btree ("price_minor") WHERE price_minor is not null;
