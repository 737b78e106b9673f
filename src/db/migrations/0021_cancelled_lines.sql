-- Wider checks take the place of the earlier ones in one transaction, and are validated after it,
-- beside readers and writers.
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_not_zero";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_sign";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_order";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_reason_is_known";--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_not_zero" CHECK ("stock_movements"."quantity" <> 0 or "stock_movements"."reason" not in ('opening', 'sold', 'given_back', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_sign" CHECK (("stock_movements"."reason" <> 'sold' or "stock_movements"."quantity" < 0)
      and ("stock_movements"."reason" not in ('opening', 'given_back', 'cancelled') or "stock_movements"."quantity" > 0)) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_order" CHECK (("stock_movements"."reason" in ('sold', 'given_back', 'cancelled')) = ("stock_movements"."order_id" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_of_orders_have_keys" CHECK ("stock_movements"."order_id" is null or ("stock_movements"."reason" = 'cancelled') = ("stock_movements"."request_key" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_reason_is_known" CHECK ("reason" IN ('opening', 'sold', 'given_back', 'cancelled', 'received', 'counted', 'damaged', 'correction', 'returned')) NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_not_zero";--> statement-breakpoint
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_sign";--> statement-breakpoint
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_order";--> statement-breakpoint
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_of_orders_have_keys";--> statement-breakpoint
ALTER TABLE "stock_movements" VALIDATE CONSTRAINT "stock_movements_reason_is_known";--> statement-breakpoint
-- next transaction
ALTER TABLE "orders" DROP CONSTRAINT "orders_fulfillment_status_is_known";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfillment_status_is_known" CHECK ("orders"."fulfillment_status" in ('unfulfilled', 'partly_fulfilled', 'fulfilled', 'delivered', 'on_hold', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_cancellations" ADD COLUMN "restocked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION fulfillment_status_of(the_order text, held timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN held IS NOT NULL AND shipped + cancelled < bought THEN 'on_hold'
    WHEN shipped = 0 AND cancelled > 0 AND cancelled = bought THEN 'cancelled'
    WHEN shipped = 0 THEN 'unfulfilled'
    WHEN shipped + cancelled < bought THEN 'partly_fulfilled'
    WHEN EXISTS (SELECT FROM fulfillments f WHERE f.order_id = the_order AND f.delivered_at IS NULL) THEN 'fulfilled'
    ELSE 'delivered' END
  FROM (SELECT
    (SELECT coalesce(sum(l.quantity), 0) FROM order_lines l WHERE l.order_id = the_order) AS bought,
    (SELECT coalesce(sum(c.quantity), 0) FROM order_cancellations c WHERE c.order_id = the_order) AS cancelled,
    (SELECT coalesce(sum(s.quantity), 0) FROM fulfillment_lines s WHERE s.order_id = the_order) AS shipped) units
$$;--> statement-breakpoint
-- next transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_fulfillment_status_is_known";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "stock_movements_once_per_order_and_key" ON "stock_movements" USING btree ("order_id","variant_id","reason",coalesce(request_key, '')) WHERE order_id is not null;--> statement-breakpoint
DROP INDEX "stock_movements_once_per_order";
