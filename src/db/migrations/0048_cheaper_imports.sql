-- The rows of the search index as before, made with less work: the entries for what variants fit come
-- from the variants that were read for their words, without a list of rows for each, and the words that
-- two neighbors make come from arrays. docs/speed.md has the figures.
-- Subqueries end with `OFFSET 0`, so that each text is folded and split once.
CREATE OR REPLACE FUNCTION search_rows_of(ids text[]) RETURNS TABLE (
  id text, listed boolean, category text, created_at timestamptz, name_key text,
  price_minor bigint, price_varies boolean, in_stock boolean, choices text[], document tsvector
) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.listed, p.category, p.created_at, lower(p.name),
      coalesce(v.lowest, p.price_minor), coalesce(v.highest > v.lowest, false), coalesce(v.in_stock, false),
      CASE WHEN p.listed THEN ARRAY(
        SELECT search_tag(unnest(p.tags)) UNION
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
          array_agg(c.size) AS sizes, array_agg(c.colour) AS colors, array_agg(c.on_hand > 0) AS stock
        FROM variants c WHERE c.product_id = p.id AND c.active
    ) v ON true
$$;--> statement-breakpoint
DROP FUNCTION search_joined(text);--> statement-breakpoint
-- next transaction: a foreign key checks each key of an import, four for a product. These triggers
-- hold the same for all keys of a statement: each belongs to a job that exists, and goes with it. The
-- lock on the job makes a statement that adds keys and one that deletes the job wait for each other.
CREATE FUNCTION require_jobs_of_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM staff_jobs WHERE id IN (SELECT job_id FROM new_rows) ORDER BY id FOR KEY SHARE;
  IF EXISTS (SELECT job_id FROM new_rows EXCEPT SELECT id FROM staff_jobs) THEN
    RAISE EXCEPTION 'a key belongs to a job that does not exist'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'staff_job_keys_have_jobs';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION delete_keys_of_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM staff_job_keys k USING old_rows o WHERE k.job_id = o.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER staff_job_keys_have_jobs AFTER INSERT ON "staff_job_keys" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_jobs_of_keys();--> statement-breakpoint
CREATE TRIGGER staff_job_keys_are_final BEFORE UPDATE ON "staff_job_keys" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER staff_jobs_delete_keys AFTER DELETE ON "staff_jobs" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_keys_of_jobs();--> statement-breakpoint
ALTER TABLE "staff_job_keys" DROP CONSTRAINT "staff_job_keys_job_id_staff_jobs_id_fk";
