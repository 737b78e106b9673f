-- A product that is neither active nor scheduled may lack its category and its price.
CREATE INDEX CONCURRENTLY "products_by_sorted_price" ON "products" USING btree (coalesce("price_minor", -1) desc nulls last,"id" DESC NULLS LAST);--> statement-breakpoint
-- next transaction
-- The row of a product that is not listed has an empty category and the price 0 instead of none.
CREATE OR REPLACE FUNCTION search_rows_of(ids text[]) RETURNS TABLE (
  id text, listed boolean, category text, created_at timestamptz, name_key text,
  price_minor bigint, price_varies boolean, in_stock boolean, choices text[], document tsvector
) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.listed, coalesce(p.category, ''), p.created_at, lower(p.name),
      coalesce(v.lowest, p.price_minor, 0), coalesce(v.highest > v.lowest, false), coalesce(v.in_stock, false),
      CASE WHEN p.listed THEN ARRAY(
        SELECT search_tag(unnest(p.tags)) UNION
        SELECT search_trait(t.kind, t.value)
          FROM (VALUES ('type', p.product_type), ('brand', p.brand), ('gender', p.gender)) t(kind, value)
          WHERE t.value <> '' UNION
        SELECT search_trait('option', p.option_name || ': ' || unnest(v.own)) UNION
        SELECT unnest(CASE WHEN c.on_hand THEN ARRAY[
            search_choice(NULL, NULL, false), search_choice(NULL, NULL, true),
            search_choice(c.size, NULL, false), search_choice(c.size, NULL, true),
            search_choice(NULL, c.color, false), search_choice(NULL, c.color, true),
            search_choice(c.size, c.color, false), search_choice(c.size, c.color, true)
          ] ELSE ARRAY[
            search_choice(NULL, NULL, false), search_choice(c.size, NULL, false),
            search_choice(NULL, c.color, false), search_choice(c.size, c.color, false)
          ] END)
          FROM (SELECT unnest(v.sizes) AS size, unnest(v.colors) AS color, unnest(v.stock) AS on_hand) c
         ORDER BY 1
      ) ELSE '{}' END,
      CASE WHEN p.listed THEN
        -- Each two neighbors are one word besides, so that 'tshirt' finds 'T-Shirt'.
        setweight(to_tsvector('english', p.folded || ' ' || array_to_string(ARRAY(
          SELECT unnest(p.name_words) || unnest(p.name_words[2:])), ' ')), 'A')
        || (search_category(p.category) || ':1B')::tsvector
        || setweight(to_tsvector('english', p.kind || ' ' || array_to_string(ARRAY(
          SELECT unnest(p.kind_words) || unnest(p.kind_words[2:])), ' ')), 'B')
        || setweight(to_tsvector('english', search_fold(concat_ws(' ', v.words, p.material, p.gender))), 'C')
        || setweight(to_tsvector('english', search_fold(p.descriptions)), 'D')
      ELSE '' END
    FROM (
      SELECT f.*, string_to_array(f.folded, ' ') AS name_words, string_to_array(f.kind, ' ') AS kind_words
        FROM (
          SELECT products.*, status = 'active' AS listed, search_fold(name) AS folded,
              search_fold(concat_ws(' ', brand, product_type, array_to_string(tags, ' '))) AS kind
            FROM products WHERE products.id = ANY(ids) OFFSET 0
        ) f OFFSET 0
    ) p
    LEFT JOIN LATERAL (
      SELECT min(coalesce(c.price_minor, p.price_minor)) AS lowest,
          max(coalesce(c.price_minor, p.price_minor)) AS highest,
          bool_or(c.on_hand > 0) AS in_stock,
          concat_ws(' ', string_agg(DISTINCT c.size, ' '), string_agg(DISTINCT c.colour, ' '),
            string_agg(DISTINCT c.option_value, ' '), string_agg(DISTINCT c.sku, ' ')) AS words,
          CASE WHEN p.option_name <> '' THEN
            array_agg(DISTINCT c.option_value) FILTER (WHERE c.option_value <> '') END AS own,
          array_agg(c.size) AS sizes, array_agg(c.colour) AS colors, array_agg(c.on_hand > 0) AS stock
        FROM variants c WHERE c.product_id = p.id AND c.active
    ) v ON true
$$;--> statement-breakpoint
-- The same of the prices alone.
CREATE OR REPLACE FUNCTION refresh_search_index(ids text[], priced text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  missing text[];
  added text[];
BEGIN
  SELECT array_agg(p.id ORDER BY p.id) INTO missing FROM products p
   WHERE p.id = ANY(ids || priced)
     AND NOT EXISTS (SELECT FROM search_index i WHERE i.product_id = p.id);
  IF missing IS NOT NULL THEN
    WITH written AS (
      INSERT INTO search_index (product_id, listed, category, created_at, name_key, price_minor,
          price_varies, in_stock, choices, document)
        SELECT * FROM search_rows_of(missing) n ORDER BY n.id
        ON CONFLICT DO NOTHING RETURNING product_id
    ) SELECT array_agg(product_id) INTO added FROM written;
    ids := ARRAY(SELECT unnest(ids) EXCEPT SELECT unnest(added));
    priced := ARRAY(SELECT unnest(priced) EXCEPT SELECT unnest(added));
  END IF;
  IF cardinality(ids || priced) = 0 THEN RETURN; END IF;
  PERFORM FROM search_index WHERE product_id = ANY(ids || priced) ORDER BY product_id FOR NO KEY UPDATE;
  IF cardinality(priced) > 0 THEN
    -- The prices as in `search_rows_of`.
    UPDATE search_index i SET price_minor = n.lowest, price_varies = n.varies,
        transaction = pg_current_xact_id()
      FROM (
        SELECT p.id, coalesce(v.lowest, p.price_minor, 0) AS lowest, coalesce(v.highest > v.lowest, false) AS varies
          FROM products p LEFT JOIN LATERAL (
            SELECT min(coalesce(c.price_minor, p.price_minor)) AS lowest,
                max(coalesce(c.price_minor, p.price_minor)) AS highest
              FROM variants c WHERE c.product_id = p.id AND c.active
          ) v ON true
         WHERE p.id = ANY(priced)
      ) n
     WHERE i.product_id = n.id AND (i.price_minor, i.price_varies) IS DISTINCT FROM (n.lowest, n.varies);
  END IF;
  IF cardinality(ids) = 0 THEN RETURN; END IF;
  UPDATE search_index i SET listed = n.listed, category = n.category, created_at = n.created_at,
      name_key = n.name_key, price_minor = n.price_minor, price_varies = n.price_varies,
      in_stock = n.in_stock, choices = n.choices, document = n.document,
      transaction = pg_current_xact_id()
    FROM search_rows_of(ids) n
   WHERE i.product_id = n.id
     AND (i.listed, i.category, i.created_at, i.name_key, i.price_minor, i.price_varies, i.in_stock, i.choices, i.document)
       IS DISTINCT FROM (n.listed, n.category, n.created_at, n.name_key, n.price_minor, n.price_varies, n.in_stock, n.choices, n.document);
END $$;--> statement-breakpoint
-- A price that is given for the first time, or taken away, is a change, too.
CREATE OR REPLACE FUNCTION keep_prices_of_products() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO past_prices (variant_id, ended_at, price_minor, compare_at_minor, cost_minor)
  SELECT v.id, clock_timestamp(), coalesce(v.price_minor, p.price), coalesce(v.compare_at_minor, p.compare_at),
      coalesce(v.cost_minor, p.cost)
    FROM (
      SELECT o.id, o.price_minor AS price, o.compare_at_minor AS compare_at, o.cost_minor AS cost,
          o.price_minor IS DISTINCT FROM n.price_minor AS has_price,
          o.compare_at_minor IS DISTINCT FROM n.compare_at_minor AS has_compare_at,
          o.cost_minor IS DISTINCT FROM n.cost_minor AS has_cost
        FROM old_rows o FULL JOIN new_rows n USING (id) OFFSET 0
    ) p
    CROSS JOIN LATERAL (
      SELECT id, price_minor, compare_at_minor, cost_minor FROM variants WHERE product_id = p.id OFFSET 0
    ) v
   WHERE (p.has_price OR p.has_compare_at OR p.has_cost)
     AND (v.price_minor IS NULL AND p.has_price
       OR v.compare_at_minor IS NULL AND p.has_compare_at
       OR v.cost_minor IS NULL AND p.has_cost)
     AND (
       SELECT true FROM past_prices f WHERE f.variant_id = v.id
         AND f.ended_at >= date_trunc('milliseconds', now()) AND f.transaction = pg_current_xact_id()
       LIMIT 1) IS NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
-- next transaction
DROP INDEX "products_by_price";--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "category" DROP NOT NULL, ALTER COLUMN "price_minor" DROP NOT NULL,
  ADD CONSTRAINT "products_complete" CHECK ("products"."status" not in ('active', 'scheduled') or ("products"."category" is not null and "products"."price_minor" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "past_prices" ALTER COLUMN "price_minor" DROP NOT NULL;--> statement-breakpoint
-- next transaction
ALTER TABLE "products" VALIDATE CONSTRAINT "products_complete";
