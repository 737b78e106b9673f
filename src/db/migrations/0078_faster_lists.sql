CREATE INDEX CONCURRENTLY "orders_to_ship" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'paid' and fulfillment_status in ('unfulfilled', 'partly_fulfilled') and archived_at is null;--> statement-breakpoint
DROP INDEX "orders_unshipped";
