CREATE TABLE "catalog_changes" (
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"nr" bigint GENERATED ALWAYS AS IDENTITY (sequence name "catalog_changes_nr_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" text,
	"slug" text,
	"category" text,
	"in_lists" boolean NOT NULL,
	CONSTRAINT "catalog_changes_transaction_nr_pk" PRIMARY KEY("transaction","nr")
);--> statement-breakpoint

-- Every change of the goods is written down by the transaction that makes it. What is sold or given
-- back changes the lists only when there is nothing left, or something again.
CREATE FUNCTION note_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM new_rows;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM old_rows UNION SELECT id, slug, category, true FROM new_rows;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_removed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM old_rows;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_products_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM products WHERE id IN (SELECT product_id FROM new_rows);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_products_of_old() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM products WHERE id IN (SELECT product_id FROM old_rows);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_products_of_both() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM products
     WHERE id IN (SELECT product_id FROM old_rows UNION SELECT product_id FROM new_rows);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_products_of_variants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT p.id, p.slug, p.category, bool_or(
        (o.on_hand = 0) IS DISTINCT FROM (n.on_hand = 0)
        OR to_jsonb(o) - 'on_hand' IS DISTINCT FROM to_jsonb(n) - 'on_hand')
      FROM old_rows o FULL JOIN new_rows n USING (id)
      JOIN products p ON p.id = o.product_id OR p.id = n.product_id
     GROUP BY p.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_everything() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (in_lists) VALUES (true);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_added AFTER INSERT ON "products" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_added_products();--> statement-breakpoint
CREATE TRIGGER products_changed AFTER UPDATE ON "products" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_products();--> statement-breakpoint
CREATE TRIGGER products_removed AFTER DELETE ON "products" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_removed_products();--> statement-breakpoint
CREATE TRIGGER products_emptied AFTER TRUNCATE ON "products" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();--> statement-breakpoint
CREATE TRIGGER variants_added AFTER INSERT ON "variants" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_new();--> statement-breakpoint
CREATE TRIGGER variants_changed AFTER UPDATE ON "variants" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_variants();--> statement-breakpoint
CREATE TRIGGER variants_removed AFTER DELETE ON "variants" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_old();--> statement-breakpoint
CREATE TRIGGER variants_emptied AFTER TRUNCATE ON "variants" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();--> statement-breakpoint
CREATE TRIGGER product_images_added AFTER INSERT ON "product_images" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_new();--> statement-breakpoint
CREATE TRIGGER product_images_changed AFTER UPDATE ON "product_images" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_both();--> statement-breakpoint
CREATE TRIGGER product_images_removed AFTER DELETE ON "product_images" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_old();--> statement-breakpoint
CREATE TRIGGER product_images_emptied AFTER TRUNCATE ON "product_images" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();
