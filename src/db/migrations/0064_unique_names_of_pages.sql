-- A shop has at most fifty pages, so this takes an instant. Nobody adds another double meanwhile.
LOCK TABLE "shop_pages" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- Of the pages with the same name, all but the first get a number: 'Privacy 2', unless another one has it.
DO $$
DECLARE
  page record;
  nr integer;
  numbered text;
BEGIN
  FOR page IN
    SELECT later.id, later.name FROM shop_pages later
    WHERE EXISTS (
      SELECT FROM shop_pages earlier
      WHERE earlier.name = later.name AND (earlier.position, earlier.id) < (later.position, later.id))
    ORDER BY later.position, later.id
  LOOP
    nr := 1;
    LOOP
      nr := nr + 1;
      numbered := rtrim(left(page.name, 76)) || ' ' || nr;
      EXIT WHEN NOT EXISTS (SELECT FROM shop_pages WHERE name = numbered);
    END LOOP;
    UPDATE shop_pages SET name = numbered, version = version + 1, updated_at = now() WHERE id = page.id;
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "shop_pages" ADD CONSTRAINT "shop_pages_name_unique" UNIQUE("name");
