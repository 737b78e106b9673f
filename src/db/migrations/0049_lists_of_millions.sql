CREATE TABLE "refunded_orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"refunded_minor" bigint NOT NULL,
	"paid_minor" bigint NOT NULL,
	"share" text GENERATED ALWAYS AS (case when refunded_minor <= 0 then 'none' when refunded_minor < paid_minor then 'part' else 'all' end) STORED NOT NULL
);
--> statement-breakpoint
CREATE INDEX "refunded_orders_by_share" ON "refunded_orders" USING btree ("share","order_id");--> statement-breakpoint
-- It adds what a refund gives or takes back, because a sum would miss the refund of another
-- transaction. The row of the order stays unlocked: a refund is locked before it.
CREATE FUNCTION note_refunded_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE change bigint := CASE WHEN NEW.status IN ('done', 'settled') THEN NEW.amount_minor ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.status IN ('done', 'settled') THEN change := change - OLD.amount_minor; END IF;
  IF change = 0 THEN RETURN NULL; END IF;
  INSERT INTO refunded_orders (order_id, refunded_minor, paid_minor)
    SELECT p.order_id, change, p.amount_minor FROM payments p
    WHERE p.id = NEW.payment_id AND p.order_id IS NOT NULL AND p.status = 'captured'
    ON CONFLICT (order_id) DO UPDATE SET refunded_minor = refunded_orders.refunded_minor + EXCLUDED.refunded_minor;
  RETURN NULL;
END $$;--> statement-breakpoint
-- next transaction: the trigger locks the refunds against writes until the earlier ones are counted.
CREATE TRIGGER refunds_note_order AFTER INSERT OR UPDATE OF status ON "refunds" FOR EACH ROW EXECUTE FUNCTION note_refunded_order();--> statement-breakpoint
INSERT INTO refunded_orders (order_id, refunded_minor, paid_minor)
  SELECT p.order_id, sum(r.amount_minor), p.amount_minor FROM refunds r
  JOIN payments p ON p.id = r.payment_id AND p.order_id IS NOT NULL AND p.status = 'captured'
  WHERE r.status IN ('done', 'settled') GROUP BY p.id;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "search_sold_out" ON "search_index" USING btree ("category","product_id") WHERE listed and not in_stock;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_email" ON "orders" USING btree ("email" text_pattern_ops,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_word" ON "orders" USING gin (to_tsvector('simple', "name"));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_total" ON "orders" USING btree ("total_minor" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_archived" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE archived_at is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_unpaid" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'pending' and archived_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_without_address" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status <> 'cancelled' and fulfillment_status in ('unfulfilled', 'partly_fulfilled', 'on_hold') and delivery_country is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "staff_job_items_by_outcome" ON "staff_job_items" USING btree ("job_id","outcome","subject");
