ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_list_is_known";--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_list_is_known" CHECK ("saved_views"."list" in ('products', 'orders'));--> statement-breakpoint
-- next transaction: neither column has a default that PostgreSQL would write into the rows.
ALTER TABLE "orders" ADD COLUMN "delivery_country" char(2);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tags_are_few" CHECK (cardinality("orders"."tags") <= 50 and array_position("orders"."tags", null) is null) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_tags_are_few";--> statement-breakpoint
-- next transaction: the country of an order is a copy for lists. Whoever writes the address, it follows.
CREATE FUNCTION copy_delivery_country() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE the_country text := CASE WHEN TG_OP <> 'DELETE' THEN NEW.country END;
BEGIN
  UPDATE orders SET delivery_country = the_country
   WHERE id = (CASE WHEN TG_OP = 'DELETE' THEN OLD.order_id ELSE NEW.order_id END) AND delivery_country IS DISTINCT FROM the_country;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER order_addresses_give_country AFTER INSERT OR UPDATE OF country ON "order_addresses" FOR EACH ROW WHEN (NEW.kind = 'delivery') EXECUTE FUNCTION copy_delivery_country();--> statement-breakpoint
CREATE TRIGGER order_addresses_take_country AFTER DELETE ON "order_addresses" FOR EACH ROW WHEN (OLD.kind = 'delivery') EXECUTE FUNCTION copy_delivery_country();--> statement-breakpoint
-- in batches: the countries of the orders that exist. The lock keeps each address as it is read.
WITH next AS (
  SELECT order_id, country FROM order_addresses WHERE kind = 'delivery' AND order_id > $1 ORDER BY order_id LIMIT 1000 FOR SHARE
), copied AS (
  UPDATE orders o SET delivery_country = n.country FROM next n WHERE o.id = n.order_id AND o.delivery_country IS NULL
) SELECT max(order_id) AS last FROM next;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_country" ON "orders" USING btree ("delivery_country","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE delivery_country is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_tag" ON "orders" USING gin ("tags") WHERE tags <> '{}';
