-- A new product may not have the address that another one gave up. That was asked for each product of
-- an import, and is now asked once for all products of a statement. As before, the lock comes first.
CREATE FUNCTION share_slugs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('online-shop:slugs', 0));
  RETURN NULL;
END $$;--> statement-breakpoint
-- The lateral join reads each slug by the index, whatever the sizes of the tables.
CREATE FUNCTION refuse_former_slugs() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  taken text;
BEGIN
  SELECT n.slug INTO taken FROM new_rows n CROSS JOIN LATERAL (
    SELECT FROM product_slugs s WHERE s.slug = n.slug AND s.product_id <> n.id LIMIT 1
  ) former WHERE n.deleted_at IS NULL LIMIT 1;
  IF taken IS NOT NULL THEN
    RAISE EXCEPTION 'another product had the slug %', taken
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'products_slug_not_former';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- next transaction
DROP TRIGGER "products_slug_not_former" ON "products";--> statement-breakpoint
CREATE TRIGGER products_share_slugs BEFORE INSERT ON "products" FOR EACH STATEMENT EXECUTE FUNCTION share_slugs();--> statement-breakpoint
CREATE TRIGGER products_slugs_not_former AFTER INSERT ON "products" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slugs();--> statement-breakpoint
CREATE TRIGGER "products_slug_not_former" BEFORE UPDATE OF slug, deleted_at ON "products" FOR EACH ROW EXECUTE FUNCTION refuse_former_slug();
