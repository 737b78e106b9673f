-- Names are found whatever their accents. The index takes the place of another, so an order writes
-- no more entries.
CREATE INDEX CONCURRENTLY "orders_by_folded_word" ON "orders" USING gin (to_tsvector('simple', search_fold("name")));--> statement-breakpoint
DROP INDEX "orders_by_word";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_folded_word" ON "users" USING gin (to_tsvector('simple', search_fold("name")));--> statement-breakpoint
DROP INDEX "users_by_word";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_lines_by_sku_start" ON "order_lines" USING btree (lower("sku") text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_addresses_by_phone_end" ON "order_addresses" USING btree (reverse("phone") text_pattern_ops) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fulfillments_by_tracking_start" ON "fulfillments" USING btree (upper(translate("tracking_number", ' ./_-', '')) text_pattern_ops) WHERE tracking_number is not null;
