CREATE INDEX CONCURRENTLY "users_by_name" ON "users" USING btree ((lower(left("name", 100)) || E'\x1f' || "id"));--> statement-breakpoint
-- The families of colors are made of the colors among the known words. A new color changes every
-- list that was cached before it was known.
CREATE FUNCTION note_new_colors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows WHERE colors <> '{}') THEN
    INSERT INTO catalog_changes (in_lists) VALUES (true);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_changed_colors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM old_rows o JOIN new_rows n USING (word) WHERE o.colors <> n.colors) THEN
    INSERT INTO catalog_changes (in_lists) VALUES (true);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER search_words_added AFTER INSERT ON "search_words" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_new_colors();--> statement-breakpoint
CREATE TRIGGER search_words_changed AFTER UPDATE ON "search_words" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_colors();
