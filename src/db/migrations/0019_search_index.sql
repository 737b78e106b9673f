CREATE TABLE "search_build" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"built_to" text DEFAULT '' NOT NULL,
	"complete" boolean NOT NULL,
	"words_to" "xid8" DEFAULT '0' NOT NULL,
	CONSTRAINT "search_build_is_one" CHECK ("search_build"."one")
);
--> statement-breakpoint
CREATE TABLE "search_index" (
	"product_id" text PRIMARY KEY NOT NULL,
	"listed" boolean DEFAULT false NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name_key" text DEFAULT '' NOT NULL,
	"price_minor" bigint DEFAULT 0 NOT NULL,
	"price_varies" boolean DEFAULT false NOT NULL,
	"in_stock" boolean DEFAULT false NOT NULL,
	"choices" text[] DEFAULT '{}' NOT NULL,
	"document" "tsvector" DEFAULT '' NOT NULL,
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	"sizes" text[] DEFAULT '{}' NOT NULL,
	"colors" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "search_words_word_not_blank" CHECK ("search_words"."word" <> '')
);
--> statement-breakpoint
ALTER TABLE "search_index" ADD CONSTRAINT "search_index_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_newest" ON "search_index" USING btree ("created_at" DESC NULLS LAST,"product_id" DESC NULLS LAST) WHERE listed;--> statement-breakpoint
CREATE INDEX "search_by_price" ON "search_index" USING btree ("price_minor" DESC NULLS LAST,"product_id" DESC NULLS LAST) WHERE listed;--> statement-breakpoint
CREATE INDEX "search_by_name" ON "search_index" USING btree ("name_key" DESC NULLS LAST,"product_id" DESC NULLS LAST) WHERE listed;--> statement-breakpoint
CREATE INDEX "search_newest_in" ON "search_index" USING btree ("category","created_at" DESC NULLS LAST,"product_id" DESC NULLS LAST) WHERE listed;--> statement-breakpoint
CREATE INDEX "search_by_price_in" ON "search_index" USING btree ("category","price_minor" DESC NULLS LAST,"product_id" DESC NULLS LAST) WHERE listed;--> statement-breakpoint
CREATE INDEX "search_by_name_in" ON "search_index" USING btree ("category","name_key" DESC NULLS LAST,"product_id" DESC NULLS LAST) WHERE listed;--> statement-breakpoint
CREATE INDEX "search_by_word" ON "search_index" USING gin ("document") WHERE listed;--> statement-breakpoint
CREATE INDEX "search_by_transaction" ON "search_index" USING btree ("transaction","product_id");--> statement-breakpoint
CREATE INDEX "search_words_by_start" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint

-- by hand
-- A text as it is searched: in lower case, without accents, words apart by single spaces. What parts
-- words is listed, because classes of characters depend on the locale of the database.
-- `fold` in search-text.ts does the same.
CREATE FUNCTION search_fold(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    -- Most texts have no accents: this takes half the time.
    CASE WHEN octet_length($1) = length($1) THEN lower($1) ELSE
      translate(replace(regexp_replace(lower(normalize($1, NFKD)), '[\u0300-\u036f]', '', 'g'),
        'ß', 'ss'), 'øØłŁđĐðÐ', 'oolldddd') END,
    -- A single space stays as it is: replacing it takes longer than everything else here.
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]*'
      '[\u0001-\u001f\u0021-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]'
      '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]*|  +', ' ', 'g'))
$$;--> statement-breakpoint
-- Each two neighbors of a folded text as one word, so that 'tshirt' finds 'T-Shirt'.
CREATE FUNCTION search_joined(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(word || following, ' '), '') FROM (
    SELECT word, lead(word) OVER (ORDER BY nr) AS following
      FROM unnest(string_to_array($1, ' ')) WITH ORDINALITY AS words(word, nr)
  ) pairs WHERE following IS NOT NULL
$$;--> statement-breakpoint
-- What a variant fits: null stands for any size or color, `on_hand` for being on hand. It has
-- immutable parts alone, so that PostgreSQL puts them into the query instead of calling it.
CREATE FUNCTION search_choice(size text, color text, on_hand boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce('s' || replace(size, E'\x1f', ' '), '') || E'\x1f'
    || coalesce('c' || replace(color, E'\x1f', ' '), '') || E'\x1f'
    || CASE WHEN on_hand THEN '+' ELSE '' END
$$;--> statement-breakpoint
-- A tag, beside what the variants fit: the same index has the products of a collection by tags.
CREATE FUNCTION search_tag(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT E'\x1f\x1f#' || $1
$$;--> statement-breakpoint
-- The category's id as a word of its own, so that a new name of a category writes no row.
CREATE FUNCTION search_category(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '''category:' || replace(replace($1, '\', '\\'), '''', '''''') || ''''
$$;--> statement-breakpoint
CREATE FUNCTION search_rows_of(ids text[]) RETURNS TABLE (
  id text, listed boolean, category text, created_at timestamptz, name_key text,
  price_minor bigint, price_varies boolean, in_stock boolean, choices text[], document tsvector
) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.status = 'active', p.category, p.created_at, lower(p.name),
      coalesce(v.lowest, p.price_minor), coalesce(v.highest > v.lowest, false), coalesce(v.in_stock, false),
      CASE WHEN p.status = 'active' THEN ARRAY(
        SELECT search_tag(tag) FROM unnest(p.tags) tag UNION
        SELECT search_choice(sizes.size, colors.color, stock.on_hand)
          FROM variants c, LATERAL (VALUES (NULL), (c.size)) sizes(size),
            LATERAL (VALUES (NULL), (c.colour)) colors(color),
            LATERAL (VALUES (false), (c.on_hand > 0)) stock(on_hand)
         WHERE c.product_id = p.id AND c.active ORDER BY 1
      ) ELSE '{}' END,
      CASE WHEN p.status = 'active' THEN
        setweight(to_tsvector('english', f.name || ' ' || search_joined(f.name)), 'A')
        || (search_category(p.category) || ':1B')::tsvector
        || setweight(to_tsvector('english', f.kind || ' ' || search_joined(f.kind)), 'B')
        || setweight(to_tsvector('english', search_fold(concat_ws(' ', v.words, p.material, p.gender))), 'C')
        || setweight(to_tsvector('english', search_fold(p.descriptions)), 'D')
      ELSE '' END
    FROM products p
    CROSS JOIN LATERAL (SELECT search_fold(p.name) AS name,
      search_fold(concat_ws(' ', p.brand, p.product_type, array_to_string(p.tags, ' '))) AS kind) f
    LEFT JOIN LATERAL (
      SELECT min(coalesce(c.price_minor, p.price_minor)) AS lowest,
          max(coalesce(c.price_minor, p.price_minor)) AS highest,
          bool_or(c.on_hand > 0) AS in_stock,
          concat_ws(' ', string_agg(DISTINCT c.size, ' '), string_agg(DISTINCT c.colour, ' '),
            string_agg(DISTINCT c.option_value, ' '), string_agg(DISTINCT c.sku, ' ')) AS words
        FROM variants c WHERE c.product_id = p.id AND c.active
    ) v ON true
   WHERE p.id = ANY(ids)
$$;--> statement-breakpoint
-- Writes the rows of these products. Each row is locked before its product is read, so whoever
-- comes second reads what the first has committed. Locks are taken in one order.
CREATE FUNCTION refresh_search_index(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_index (product_id)
    SELECT p.id FROM products p WHERE p.id = ANY(ids)
       AND NOT EXISTS (SELECT FROM search_index i WHERE i.product_id = p.id)
     ORDER BY p.id
    ON CONFLICT DO NOTHING;
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
-- `catalog_changes` has every change of goods that lists show. At the end of the transaction the
-- first of its rows brings the index up to date for all of them, and the others find that done.
CREATE FUNCTION index_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  done bigint := coalesce(nullif(current_setting('shop.searched_to', true), ''), '0')::bigint;
  last bigint;
  ids text[];
BEGIN
  IF NEW.nr <= done THEN RETURN NULL; END IF;
  SELECT max(nr), array_agg(DISTINCT product_id) INTO last, ids FROM catalog_changes
   WHERE transaction = NEW.transaction AND nr > done AND in_lists AND product_id IS NOT NULL;
  PERFORM refresh_search_index(ids);
  PERFORM set_config('shop.searched_to', last::text, true);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalog_changes_are_indexed AFTER INSERT ON "catalog_changes"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.in_lists AND NEW.product_id IS NOT NULL)
  EXECUTE FUNCTION index_changed_products();--> statement-breakpoint

-- A new shop's index is complete. That of an existing shop is built after the start, in batches.
INSERT INTO "search_build" ("complete") SELECT NOT EXISTS (SELECT FROM products);--> statement-breakpoint

-- Extensions make two searches faster; without them these work by other means. Who may not add one
-- goes on without: the start says so.
DO $$
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS btree_gin;
    CREATE INDEX "search_by_choice_in" ON "search_index" USING gin ("category", "choices") WHERE listed;
  EXCEPTION WHEN OTHERS THEN
    CREATE INDEX "search_by_choice" ON "search_index" USING gin ("choices") WHERE listed;
  END;
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX "search_words_alike" ON "search_words" USING gin ("word" gin_trgm_ops);
  EXCEPTION WHEN OTHERS THEN
    NULL;
  END;
END $$;
