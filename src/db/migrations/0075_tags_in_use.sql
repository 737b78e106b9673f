-- Every spelling of a tag of products, by which tags are listed, and found whatever their capitals.
CREATE TABLE "tag_spellings" (
	"key" text COLLATE "C" NOT NULL,
	"tag" text COLLATE "C" NOT NULL,
	CONSTRAINT "tag_spellings_key_tag_pk" PRIMARY KEY("key","tag")
);
--> statement-breakpoint
-- Two that add the same new spelling wait for each other, so each adds its own in one order. A tag that
-- an entry of an index has no room for stays out.
CREATE FUNCTION keep_tags(tags text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO tag_spellings (key, tag)
    SELECT DISTINCT lower(tag), tag FROM unnest(tags) tag
     WHERE octet_length(lower(tag)) + octet_length(tag) <= 2600 ORDER BY 1, 2
    ON CONFLICT DO NOTHING
$$;--> statement-breakpoint
CREATE FUNCTION keep_tags_of_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_tags(array_agg(DISTINCT tag)) FROM added CROSS JOIN LATERAL unnest(added.tags) tag;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION keep_tags_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_tags(ARRAY(SELECT tag FROM unnest(NEW.tags) tag WHERE tag <> ALL (OLD.tags)));
  RETURN NULL;
END $$;--> statement-breakpoint
-- How many products have all of these tags, by status; of more than `most` only so many are counted. A tag is in
-- few rows or in many, which PostgreSQL does not know here: it must never read all products. The index
-- of tags has the collation of the database, not that of the table above.
CREATE FUNCTION count_tagged(wanted text[], most integer) RETURNS TABLE (status text, count integer)
  LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  SELECT p.status, count(*)::integer
    FROM (SELECT products.status FROM products WHERE products.tags @> (wanted COLLATE "default") LIMIT most) p
   GROUP BY p.status
$$;--> statement-breakpoint
-- next transaction
CREATE TRIGGER products_keep_tags_of_new AFTER INSERT ON products
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_tags_of_new_products();--> statement-breakpoint
CREATE TRIGGER products_keep_tags AFTER UPDATE OF tags ON products
  FOR EACH ROW WHEN (NEW.tags IS DISTINCT FROM OLD.tags) EXECUTE FUNCTION keep_tags_of_product();--> statement-breakpoint
-- in batches: the tags of the products that exist. From the triggers on, none is overlooked.
WITH next AS (
  SELECT id, tags FROM products WHERE id > $1 ORDER BY id LIMIT 5000
), kept AS (
  SELECT keep_tags(array_agg(DISTINCT tag)) FROM next CROSS JOIN LATERAL unnest(next.tags) tag
) SELECT (SELECT max(id) FROM next) AS last FROM kept;
