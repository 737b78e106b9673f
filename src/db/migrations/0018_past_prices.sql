CREATE TABLE "past_prices" (
	"variant_id" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"price_minor" bigint NOT NULL,
	"compare_at_minor" bigint,
	"cost_minor" bigint,
	CONSTRAINT "past_prices_variant_id_ended_at_transaction_pk" PRIMARY KEY("variant_id","ended_at","transaction")
);
--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "prices_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "past_prices" ADD CONSTRAINT "past_prices_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- by hand
-- The default of `prices_since` is the time of this migration in every row that exists. PostgreSQL
-- stores it once with the column, so no row is written.

-- What variants cost until a statement changed it. Within a transaction the first change counts: what
-- it replaces is what customers saw. The time is that of the change and not of the start of the
-- transaction, because a transaction that waited for another one's lock has started earlier and ends
-- a later price. Rows are written in the order of ids, as orders and edits lock variants.
-- The full join keeps PostgreSQL from a nested loop: the plan of a connection's first update, of one
-- row, is also that of a later one, of thousands.
CREATE FUNCTION keep_prices_of_variants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH edited AS MATERIALIZED (
    SELECT id, o.product_id AS old_product, o.price_minor AS old_price,
        o.compare_at_minor AS old_compare_at, o.cost_minor AS old_cost, n.product_id, n.price_minor,
        n.compare_at_minor, n.cost_minor
      FROM old_rows o FULL JOIN new_rows n USING (id)
     WHERE (o.product_id, o.price_minor, o.compare_at_minor, o.cost_minor)
       IS DISTINCT FROM (n.product_id, n.price_minor, n.compare_at_minor, n.cost_minor)
  ), changed AS (
    SELECT v.id, coalesce(old_price, was.price_minor) AS price,
        coalesce(old_compare_at, was.compare_at_minor) AS compare_at,
        coalesce(old_cost, was.cost_minor) AS cost,
        coalesce(v.price_minor, p.price_minor) AS next_price,
        coalesce(v.compare_at_minor, p.compare_at_minor) AS next_compare_at,
        coalesce(v.cost_minor, p.cost_minor) AS next_cost
      FROM edited v JOIN products was ON was.id = v.old_product JOIN products p ON p.id = v.product_id
  )
  INSERT INTO past_prices (variant_id, ended_at, price_minor, compare_at_minor, cost_minor)
  SELECT id, clock_timestamp(), price, compare_at, cost FROM changed
   WHERE (price, compare_at, cost) IS DISTINCT FROM (next_price, next_compare_at, next_cost)
     AND NOT EXISTS (
       SELECT FROM past_prices f WHERE f.variant_id = changed.id
         AND f.ended_at >= date_trunc('milliseconds', now()) AND f.transaction = pg_current_xact_id())
   ORDER BY id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The same for the variants that take a value from their product.
CREATE FUNCTION keep_prices_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH edited AS MATERIALIZED (
    SELECT id, o.price_minor AS old_price, o.compare_at_minor AS old_compare_at,
        o.cost_minor AS old_cost, n.price_minor, n.compare_at_minor, n.cost_minor
      FROM old_rows o FULL JOIN new_rows n USING (id)
     WHERE (o.price_minor, o.compare_at_minor, o.cost_minor)
       IS DISTINCT FROM (n.price_minor, n.compare_at_minor, n.cost_minor)
  )
  INSERT INTO past_prices (variant_id, ended_at, price_minor, compare_at_minor, cost_minor)
  SELECT v.id, clock_timestamp(), coalesce(v.price_minor, p.old_price),
      coalesce(v.compare_at_minor, p.old_compare_at), coalesce(v.cost_minor, p.old_cost)
    FROM edited p JOIN variants v ON v.product_id = p.id
   WHERE (v.price_minor IS NULL AND p.old_price <> p.price_minor
       OR v.compare_at_minor IS NULL AND p.old_compare_at IS DISTINCT FROM p.compare_at_minor
       OR v.cost_minor IS NULL AND p.old_cost IS DISTINCT FROM p.cost_minor)
     AND NOT EXISTS (
       SELECT FROM past_prices f WHERE f.variant_id = v.id
         AND f.ended_at >= date_trunc('milliseconds', now()) AND f.transaction = pg_current_xact_id())
   ORDER BY v.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER variants_keep_prices AFTER UPDATE ON "variants" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_prices_of_variants();--> statement-breakpoint
CREATE TRIGGER products_keep_prices AFTER UPDATE ON "products" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_prices_of_products();--> statement-breakpoint
CREATE TRIGGER past_prices_are_final BEFORE UPDATE ON "past_prices" FOR EACH ROW EXECUTE FUNCTION refuse_change();
