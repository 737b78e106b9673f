ALTER TABLE "variants" ADD COLUMN "option_value" text;--> statement-breakpoint
-- next transaction
ALTER TABLE "products" ADD COLUMN "option_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- next transaction
ALTER TABLE "order_lines" ADD COLUMN "option_value" text;--> statement-breakpoint
-- The new index is there before the old one goes, so no moment is without the guarantee.
CREATE UNIQUE INDEX CONCURRENTLY "variants_three_options" ON "variants" ("product_id","size","colour","option_value") NULLS NOT DISTINCT;--> statement-breakpoint
ALTER TABLE "variants" DROP CONSTRAINT "variants_options";--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_options" UNIQUE USING INDEX "variants_three_options";--> statement-breakpoint
-- Added without looking at the rows, which the next transaction does while others write.
ALTER TABLE "variants" ADD CONSTRAINT "variants_option_not_blank" CHECK ("variants"."option_value" <> '') NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "products" ADD CONSTRAINT "products_option_name_is_free" CHECK (lower("products"."option_name") not in ('size', 'sizes', 'color', 'colors', 'colour', 'colours')) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "variants" VALIDATE CONSTRAINT "variants_option_not_blank";--> statement-breakpoint
-- next transaction
ALTER TABLE "products" VALIDATE CONSTRAINT "products_option_name_is_free";--> statement-breakpoint

-- next transaction
-- A variant has a value only where its product names the option. Checked when the transaction ends, because
-- an edit writes product and variants one after the other. The lock on the product makes the two
-- sides wait for each other.
CREATE FUNCTION require_option_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM products WHERE id = NEW.product_id FOR SHARE;
  IF EXISTS (
    SELECT FROM variants v JOIN products p ON p.id = v.product_id
    WHERE v.id = NEW.id AND v.option_value IS NOT NULL AND p.option_name = ''
  ) THEN
    RAISE EXCEPTION 'the product of variant % does not name its option', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'variants_option_is_named';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER variants_option_is_named
  AFTER INSERT OR UPDATE OF option_value, product_id ON "variants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.option_value IS NOT NULL)
  EXECUTE FUNCTION require_option_name();--> statement-breakpoint
CREATE FUNCTION keep_option_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM products p JOIN variants v ON v.product_id = p.id
    WHERE p.id = NEW.id AND p.option_name = '' AND v.option_value IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'variants of product % have a value of the option', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'variants_option_is_named';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER products_option_name_is_kept
  AFTER UPDATE OF option_name ON "products"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.option_name = '' AND OLD.option_name <> '')
  EXECUTE FUNCTION keep_option_name();--> statement-breakpoint
-- next transaction: the default is the time of this migration in every row that exists. PostgreSQL
-- stores it once with the column, so no row is written. It comes first and locks the table, so that
-- no price changes between this time and the triggers below.
ALTER TABLE "variants" ADD COLUMN "prices_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
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
ALTER TABLE "past_prices" ADD CONSTRAINT "past_prices_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What a variant cost until it changed. Within a transaction the first change counts: what it replaces
-- is what customers saw. The time is that of the change and not of the start of the transaction,
-- because a transaction that waited for another one's lock has started earlier and ends a later
-- price. The conditions of the triggers keep changes of the stock, by far the most, from their work.
CREATE FUNCTION keep_prices_of_variant() RETURNS trigger LANGUAGE plpgsql AS $$
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
     AND NOT EXISTS (
       SELECT FROM past_prices f WHERE f.variant_id = OLD.id
         AND f.ended_at >= date_trunc('milliseconds', now()) AND f.transaction = pg_current_xact_id());
  RETURN NULL;
END $$;--> statement-breakpoint
-- The same for the variants that take a value from their product.
CREATE FUNCTION keep_prices_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_prices (variant_id, ended_at, price_minor, compare_at_minor, cost_minor)
  SELECT v.id, clock_timestamp(), coalesce(v.price_minor, OLD.price_minor),
      coalesce(v.compare_at_minor, OLD.compare_at_minor), coalesce(v.cost_minor, OLD.cost_minor)
    FROM variants v
   WHERE v.product_id = OLD.id
     AND (v.price_minor IS NULL AND OLD.price_minor <> NEW.price_minor
       OR v.compare_at_minor IS NULL AND OLD.compare_at_minor IS DISTINCT FROM NEW.compare_at_minor
       OR v.cost_minor IS NULL AND OLD.cost_minor IS DISTINCT FROM NEW.cost_minor)
     AND NOT EXISTS (
       SELECT FROM past_prices f WHERE f.variant_id = v.id
         AND f.ended_at >= date_trunc('milliseconds', now()) AND f.transaction = pg_current_xact_id());
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER variants_keep_prices AFTER UPDATE ON "variants" FOR EACH ROW
  WHEN ((OLD.product_id, OLD.price_minor, OLD.compare_at_minor, OLD.cost_minor)
    IS DISTINCT FROM (NEW.product_id, NEW.price_minor, NEW.compare_at_minor, NEW.cost_minor))
  EXECUTE FUNCTION keep_prices_of_variant();--> statement-breakpoint
CREATE TRIGGER products_keep_prices AFTER UPDATE ON "products" FOR EACH ROW
  WHEN ((OLD.price_minor, OLD.compare_at_minor, OLD.cost_minor)
    IS DISTINCT FROM (NEW.price_minor, NEW.compare_at_minor, NEW.cost_minor))
  EXECUTE FUNCTION keep_prices_of_product();--> statement-breakpoint
CREATE TRIGGER past_prices_are_final BEFORE UPDATE ON "past_prices" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- next transaction
CREATE TABLE "bulk_edit_products" (
	"job_id" text NOT NULL,
	"product_id" text NOT NULL,
	"edit" jsonb NOT NULL,
	CONSTRAINT "bulk_edit_products_job_id_product_id_pk" PRIMARY KEY("job_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "staff_jobs" DROP CONSTRAINT "staff_jobs_kind_is_known";--> statement-breakpoint
DROP INDEX "staff_jobs_newest";--> statement-breakpoint
ALTER TABLE "bulk_edit_products" ADD CONSTRAINT "bulk_edit_products_job_id_staff_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."staff_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_jobs_newest" ON "staff_jobs" USING btree ("kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD CONSTRAINT "staff_jobs_kind_is_known" CHECK ("staff_jobs"."kind" in ('import', 'bulkEdit'));
