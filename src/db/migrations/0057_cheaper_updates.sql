-- Most imports change prices. A change that can alter nothing of a product's row in the search index
-- but its prices makes no words any more, and the former prices of all products of a statement are
-- kept by one statement. docs/speed.md has the figures.
ALTER TABLE "catalog_changes" ADD COLUMN "only_prices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- next transaction
-- The columns that are compared are those that `search_rows_of` reads, without the prices.
CREATE OR REPLACE FUNCTION note_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists, only_prices)
    SELECT DISTINCT note.id, note.slug, note.category, true,
        (o.id, o.status, o.category, o.created_at, o.name, o.brand, o.product_type, o.tags, o.material,
          o.gender, o.descriptions, o.option_name)
        IS NOT DISTINCT FROM
        (n.id, n.status, n.category, n.created_at, n.name, n.brand, n.product_type, n.tags, n.material,
          n.gender, n.descriptions, n.option_name)
      FROM old_rows o FULL JOIN new_rows n USING (id)
      CROSS JOIN LATERAL (VALUES (o.id, o.slug, o.category), (n.id, n.slug, n.category)) note(id, slug, category)
     WHERE note.id IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_products_of_variants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists, only_prices)
    SELECT p.id, p.slug, p.category, bool_or(
        (o.on_hand = 0) IS DISTINCT FROM (n.on_hand = 0)
        OR to_jsonb(o) - 'on_hand' IS DISTINCT FROM to_jsonb(n) - 'on_hand'),
      bool_and(
        (o.product_id, o.active, o.size, o.colour, o.option_value, o.sku, o.on_hand = 0)
        IS NOT DISTINCT FROM
        (n.product_id, n.active, n.size, n.colour, n.option_value, n.sku, n.on_hand = 0))
      FROM old_rows o FULL JOIN new_rows n USING (id)
      JOIN products p ON p.id = o.product_id OR p.id = n.product_id
     GROUP BY p.id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- As before, but a note of prices alone does not stand for one of everything.
CREATE OR REPLACE FUNCTION note_products_of_new() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO catalog_changes (product_id, slug, category, in_lists)
    SELECT id, slug, category, true FROM products WHERE id IN (
      SELECT product_id FROM new_rows EXCEPT
      SELECT product_id FROM catalog_changes
       WHERE transaction = pg_current_xact_id() AND in_lists AND NOT only_prices
         AND nr > coalesce(nullif(current_setting('shop.searched_to', true), ''), '0')::bigint);
  RETURN NULL;
END $$;--> statement-breakpoint
-- Writes the rows of these products, and only the prices in the rows of those in `priced`. A missing
-- row is inserted complete. If another transaction has inserted it meanwhile, it is updated as if it
-- had been there. Each other row is locked before its product is read, so whoever comes second reads
-- what the first has committed. Locks are taken in one order.
CREATE FUNCTION refresh_search_index(ids text[], priced text[]) RETURNS void LANGUAGE plpgsql AS $$
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
        SELECT p.id, coalesce(v.lowest, p.price_minor) AS lowest, coalesce(v.highest > v.lowest, false) AS varies
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
CREATE OR REPLACE FUNCTION refresh_search_index(ids text[]) RETURNS void LANGUAGE sql AS $$
  SELECT refresh_search_index(ids, '{}')
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION index_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  done bigint := coalesce(nullif(current_setting('shop.searched_to', true), ''), '0')::bigint;
  last bigint;
  ids text[];
  priced text[];
BEGIN
  IF NEW.nr <= done THEN RETURN NULL; END IF;
  SELECT max(nr), array_agg(product_id) FILTER (WHERE NOT only_prices),
      array_agg(product_id) FILTER (WHERE only_prices)
    INTO last, ids, priced
    FROM (
      SELECT product_id, max(nr) AS nr, bool_and(only_prices) AS only_prices FROM catalog_changes
       WHERE transaction = NEW.transaction AND nr > done AND in_lists AND product_id IS NOT NULL
       GROUP BY product_id
    ) noted;
  PERFORM refresh_search_index(coalesce(ids, '{}'), coalesce(priced, '{}'));
  PERFORM set_config('shop.searched_to', last::text, true);
  RETURN NULL;
END $$;--> statement-breakpoint
-- next transaction
-- The full join, the lateral one and `OFFSET 0` give it one plan for one product and for a thousand:
-- old and new rows meet by a hash, and the variants of each product are read by their index.
CREATE FUNCTION keep_prices_of_products() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO past_prices (variant_id, ended_at, price_minor, compare_at_minor, cost_minor)
  SELECT v.id, clock_timestamp(), coalesce(v.price_minor, p.price), coalesce(v.compare_at_minor, p.compare_at),
      coalesce(v.cost_minor, p.cost)
    FROM (
      SELECT o.id, o.price_minor AS price, o.compare_at_minor AS compare_at, o.cost_minor AS cost,
          o.price_minor <> n.price_minor AS has_price,
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
DROP TRIGGER "products_keep_prices" ON "products";--> statement-breakpoint
CREATE TRIGGER "products_keep_prices" AFTER UPDATE ON "products" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_prices_of_products();--> statement-breakpoint
DROP FUNCTION keep_prices_of_product();
