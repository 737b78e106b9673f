CREATE INDEX CONCURRENTLY "orders_lacking_address" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status <> 'cancelled' and fulfillment_status in ('unfulfilled', 'partly_fulfilled', 'on_hold') and delivery_country is null and not is_pick_up;--> statement-breakpoint
DROP INDEX "orders_without_address";
