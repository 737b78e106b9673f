CREATE TABLE "search_engine" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"engine" text NOT NULL,
	"filled_to" text DEFAULT '',
	"complete" boolean DEFAULT false NOT NULL,
	"fill" bigint NOT NULL,
	"sent_to" "xid8" NOT NULL,
	"categories" text NOT NULL,
	CONSTRAINT "search_engine_is_one" CHECK ("search_engine"."one")
);
--> statement-breakpoint
CREATE TABLE "search_removals" (
	"product_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint

-- by hand
-- A deleted product leaves no row in the index that could be sent, so its id is remembered, but only
-- where there is an engine outside of the shop.
CREATE FUNCTION remember_removed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM search_engine) THEN
    INSERT INTO search_removals VALUES (OLD.product_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- next transaction
CREATE TRIGGER search_index_removals AFTER DELETE ON "search_index"
  FOR EACH ROW EXECUTE FUNCTION remember_removed_product();
