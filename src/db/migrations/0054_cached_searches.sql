ALTER TABLE "catalog_changes" ADD COLUMN "in_searches" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_changes" ADD CONSTRAINT "catalog_changes_in_searches_alone" CHECK (not "catalog_changes"."in_searches" or (not "catalog_changes"."in_lists" and "catalog_changes"."product_id" is null and "catalog_changes"."collection_slug" is null));--> statement-breakpoint

-- Searches are cached, so whatever they are read from is noted: known words, synonyms, and what staff
-- chose for a search. A process of an earlier release reads these notes as changes of everything.
CREATE FUNCTION note_searches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog_changes (in_lists, in_searches) VALUES (false, true);
  RETURN NULL;
END $$;--> statement-breakpoint
-- A deleted product is removed from the pinned ones, which mostly don't have it.
CREATE FUNCTION note_searches_of_old() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM old_rows) THEN
    INSERT INTO catalog_changes (in_lists, in_searches) VALUES (false, true);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER search_synonyms_written ON "search_synonyms";--> statement-breakpoint
CREATE TRIGGER search_synonyms_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_synonyms" FOR EACH STATEMENT EXECUTE FUNCTION note_searches();--> statement-breakpoint
CREATE TRIGGER search_pins_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_pins" FOR EACH STATEMENT EXECUTE FUNCTION note_searches();--> statement-breakpoint
CREATE TRIGGER search_boosts_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_boosts" FOR EACH STATEMENT EXECUTE FUNCTION note_searches();--> statement-breakpoint
CREATE TRIGGER search_pinned_products_written AFTER INSERT OR UPDATE OR TRUNCATE ON "search_pinned_products" FOR EACH STATEMENT EXECUTE FUNCTION note_searches();--> statement-breakpoint
CREATE TRIGGER search_pinned_products_removed AFTER DELETE ON "search_pinned_products" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_searches_of_old();--> statement-breakpoint
-- New words change what searches mean. A new color changes every list.
CREATE OR REPLACE FUNCTION note_new_colors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows WHERE colors <> '{}') THEN
    INSERT INTO catalog_changes (in_lists) VALUES (true);
  ELSIF EXISTS (SELECT FROM new_rows) THEN
    INSERT INTO catalog_changes (in_lists, in_searches) VALUES (false, true);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_changed_colors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM old_rows o JOIN new_rows n USING (word) WHERE o.colors <> n.colors) THEN
    INSERT INTO catalog_changes (in_lists) VALUES (true);
  ELSIF EXISTS (SELECT FROM new_rows) THEN
    INSERT INTO catalog_changes (in_lists, in_searches) VALUES (false, true);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
ALTER FUNCTION note_new_colors() RENAME TO note_new_words;--> statement-breakpoint
ALTER FUNCTION note_changed_colors() RENAME TO note_changed_words;--> statement-breakpoint
-- Words are deleted when the index is rebuilt, which may put right what lists were made from.
CREATE TRIGGER search_words_removed AFTER DELETE OR TRUNCATE ON "search_words" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();--> statement-breakpoint
CREATE TRIGGER search_build_completed AFTER UPDATE ON "search_build" FOR EACH ROW WHEN (OLD.complete IS DISTINCT FROM NEW.complete) EXECUTE FUNCTION note_everything();
--> statement-breakpoint
-- 'dress' and 'dresses' have one key now, as 'shoe' and 'shoes' had. Of two pinned searches that
-- become one the first counts, and the other stays in the list of staff as it is.
UPDATE "search_pins" p SET "key" = n.key FROM (
  SELECT DISTINCT ON (key) id, key FROM (
    SELECT id, (
      SELECT string_agg(word, ' ' ORDER BY first) FROM (
        SELECT regexp_replace(
            CASE WHEN w ~ 'ss$' OR length(w) < 3 THEN w ELSE regexp_replace(w, 's$', '') END,
            '(ss|x|z|ch|sh)e$', '\1') AS word, min(nr) AS first
          FROM unnest(string_to_array(query, ' ')) WITH ORDINALITY each (w, nr) GROUP BY 1
      ) words
    ) AS key FROM "search_pins"
    WHERE query !~ '[^ ]{41}' AND cardinality(string_to_array(query, ' ')) <= 8
  ) keys ORDER BY key, id
) n
WHERE p.id = n.id AND p.key <> n.key AND NOT EXISTS (SELECT FROM "search_pins" o WHERE o.key = n.key);
