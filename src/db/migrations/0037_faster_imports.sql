-- An import writes thousands of products a second, and half of that time went into the search index.
-- Here the same rows are made with less work; docs/speed.md has the figures.

-- Each two neighbors of a folded text as one word, so that 'tshirt' finds 'T-Shirt'. Each inner word
-- is written twice, once for each of its neighbors. As one expression it becomes part of the query.
CREATE OR REPLACE FUNCTION search_joined(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN strpos($1, ' ') = 0 THEN '' ELSE
    regexp_replace(regexp_replace($1, ' ([^ ]+)(?= )', '\1 \1', 'g'), ' ([^ ]+)$', '\1') END
$$;--> statement-breakpoint
-- The subquery ends with `OFFSET 0`, so that each text is folded once and not wherever it is used.
CREATE OR REPLACE FUNCTION search_rows_of(ids text[]) RETURNS TABLE (
  id text, listed boolean, category text, created_at timestamptz, name_key text,
  price_minor bigint, price_varies boolean, in_stock boolean, choices text[], document tsvector
) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.listed, p.category, p.created_at, lower(p.name),
      coalesce(v.lowest, p.price_minor), coalesce(v.highest > v.lowest, false), coalesce(v.in_stock, false),
      CASE WHEN p.listed THEN ARRAY(
        SELECT search_tag(tag) FROM unnest(p.tags) tag UNION
        SELECT fits.choice FROM variants c, unnest(CASE WHEN c.on_hand > 0 THEN ARRAY[
            search_choice(NULL, NULL, false), search_choice(NULL, NULL, true),
            search_choice(c.size, NULL, false), search_choice(c.size, NULL, true),
            search_choice(NULL, c.colour, false), search_choice(NULL, c.colour, true),
            search_choice(c.size, c.colour, false), search_choice(c.size, c.colour, true)
          ] ELSE ARRAY[
            search_choice(NULL, NULL, false), search_choice(c.size, NULL, false),
            search_choice(NULL, c.colour, false), search_choice(c.size, c.colour, false)
          ] END) fits(choice)
         WHERE c.product_id = p.id AND c.active ORDER BY 1
      ) ELSE '{}' END,
      CASE WHEN p.listed THEN
        setweight(to_tsvector('english', p.folded || ' ' || search_joined(p.folded)), 'A')
        || (search_category(p.category) || ':1B')::tsvector
        || setweight(to_tsvector('english', p.kind || ' ' || search_joined(p.kind)), 'B')
        || setweight(to_tsvector('english', search_fold(concat_ws(' ', v.words, p.material, p.gender))), 'C')
        || setweight(to_tsvector('english', search_fold(p.descriptions)), 'D')
      ELSE '' END
    FROM (
      SELECT products.*, status = 'active' AS listed, search_fold(name) AS folded,
          search_fold(concat_ws(' ', brand, product_type, array_to_string(tags, ' '))) AS kind
        FROM products WHERE products.id = ANY(ids) OFFSET 0
    ) p
    LEFT JOIN LATERAL (
      SELECT min(coalesce(c.price_minor, p.price_minor)) AS lowest,
          max(coalesce(c.price_minor, p.price_minor)) AS highest,
          bool_or(c.on_hand > 0) AS in_stock,
          concat_ws(' ', string_agg(DISTINCT c.size, ' '), string_agg(DISTINCT c.colour, ' '),
            string_agg(DISTINCT c.option_value, ' '), string_agg(DISTINCT c.sku, ' ')) AS words
        FROM variants c WHERE c.product_id = p.id AND c.active
    ) v ON true
$$;--> statement-breakpoint
-- Writes the rows of these products. A missing row is inserted complete. If another transaction has
-- inserted it meanwhile, it is updated as if it had been there. Each other row is locked before its
-- product is read, so whoever comes second reads what the first has committed. Locks are taken in
-- one order.
CREATE OR REPLACE FUNCTION refresh_search_index(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  missing text[];
  added text[];
BEGIN
  SELECT array_agg(p.id ORDER BY p.id) INTO missing FROM products p
   WHERE p.id = ANY(ids) AND NOT EXISTS (SELECT FROM search_index i WHERE i.product_id = p.id);
  IF missing IS NOT NULL THEN
    WITH written AS (
      INSERT INTO search_index (product_id, listed, category, created_at, name_key, price_minor,
          price_varies, in_stock, choices, document)
        SELECT * FROM search_rows_of(missing) n ORDER BY n.id
        ON CONFLICT DO NOTHING RETURNING product_id
    ) SELECT array_agg(product_id) INTO added FROM written;
    ids := ARRAY(SELECT unnest(ids) EXCEPT SELECT unnest(added));
  END IF;
  IF cardinality(ids) = 0 THEN RETURN; END IF;
  PERFORM FROM search_index WHERE product_id = ANY(ids) ORDER BY product_id FOR NO KEY UPDATE;
  UPDATE search_index i SET listed = n.listed, category = n.category, created_at = n.created_at,
      name_key = n.name_key, price_minor = n.price_minor, price_varies = n.price_varies,
      in_stock = n.in_stock, choices = n.choices, document = n.document,
      transaction = pg_current_xact_id()
    FROM search_rows_of(ids) n
   WHERE i.product_id = n.id
     AND (i.listed, i.category, i.created_at, i.name_key, i.price_minor, i.price_varies, i.in_stock, i.choices, i.document)
       IS DISTINCT FROM (n.listed, n.category, n.created_at, n.name_key, n.price_minor, n.price_varies, n.in_stock, n.choices, n.document);
END $$;--> statement-breakpoint
-- A product that the transaction has noted before needs no second note: an import adds products, their
-- variants and their images one after the other. Notes that the search index has seen do not count.
-- The setting keeps a plan that was made for a small table from reading all of a large one.
CREATE OR REPLACE FUNCTION note_products_of_new() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM products WHERE id IN (
      SELECT product_id FROM new_rows EXCEPT
      SELECT product_id FROM catalog_changes
       WHERE transaction = pg_current_xact_id() AND in_lists
         AND nr > coalesce(nullif(current_setting('shop.searched_to', true), ''), '0')::bigint);
  RETURN NULL;
END $$;
