-- An import changes the prices of many products in one session, whose plans were made when
-- `past_prices` had few rows. The subquery with a limit is read for each variant by its index: as
-- `NOT EXISTS` the planner reads the whole index once for each product. The settings
-- rule out reading whole tables that grow while the plan stays.
CREATE OR REPLACE FUNCTION keep_prices_of_variant() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO past_prices (variant_id, ended_at, price_minor, compare_at_minor, cost_minor)
  SELECT OLD.id, clock_timestamp(), coalesce(OLD.price_minor, was.price_minor),
      coalesce(OLD.compare_at_minor, was.compare_at_minor), coalesce(OLD.cost_minor, was.cost_minor)
    FROM products was, products p
   WHERE was.id = OLD.product_id AND p.id = NEW.product_id
     AND (coalesce(OLD.price_minor, was.price_minor),
          coalesce(OLD.compare_at_minor, was.compare_at_minor),
          coalesce(OLD.cost_minor, was.cost_minor))
       IS DISTINCT FROM
         (coalesce(NEW.price_minor, p.price_minor),
          coalesce(NEW.compare_at_minor, p.compare_at_minor),
          coalesce(NEW.cost_minor, p.cost_minor))
     AND (
       SELECT true FROM past_prices f WHERE f.variant_id = OLD.id
         AND f.ended_at >= date_trunc('milliseconds', now()) AND f.transaction = pg_current_xact_id()
       LIMIT 1) IS NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_prices_of_product() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO past_prices (variant_id, ended_at, price_minor, compare_at_minor, cost_minor)
  SELECT v.id, clock_timestamp(), coalesce(v.price_minor, OLD.price_minor),
      coalesce(v.compare_at_minor, OLD.compare_at_minor), coalesce(v.cost_minor, OLD.cost_minor)
    FROM variants v
   WHERE v.product_id = OLD.id
     AND (v.price_minor IS NULL AND OLD.price_minor <> NEW.price_minor
       OR v.compare_at_minor IS NULL AND OLD.compare_at_minor IS DISTINCT FROM NEW.compare_at_minor
       OR v.cost_minor IS NULL AND OLD.cost_minor IS DISTINCT FROM NEW.cost_minor)
     AND (
       SELECT true FROM past_prices f WHERE f.variant_id = v.id
         AND f.ended_at >= date_trunc('milliseconds', now()) AND f.transaction = pg_current_xact_id()
       LIMIT 1) IS NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A new shop imports its first products in one session, too.
ALTER FUNCTION note_products_of_new() SET enable_hashjoin = off SET enable_seqscan = off;
