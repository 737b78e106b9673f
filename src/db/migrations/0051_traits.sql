-- What filters of type, brand, gender and the owner's options look for, among the choices of a product.
CREATE FUNCTION search_trait(kind text, value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT E'\x1f\x1f=' || kind || ':' || value
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_rows_of(ids text[]) RETURNS TABLE (
  id text, listed boolean, category text, created_at timestamptz, name_key text,
  price_minor bigint, price_varies boolean, in_stock boolean, choices text[], document tsvector
) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.listed, p.category, p.created_at, lower(p.name),
      coalesce(v.lowest, p.price_minor), coalesce(v.highest > v.lowest, false), coalesce(v.in_stock, false),
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
-- in batches: the rows of the products that exist, as each change of a product writes them.
WITH next AS (
  SELECT product_id FROM search_index WHERE product_id > $1 ORDER BY product_id LIMIT 500
) SELECT max(product_id) AS last, refresh_search_index(array_agg(product_id)) FROM next;
