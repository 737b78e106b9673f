ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_request_key_unique";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_not_zero";--> statement-breakpoint
CREATE INDEX "products_in_archive" ON "products" USING btree ("id") WHERE status = 'archived';--> statement-breakpoint
CREATE INDEX "variants_by_sku" ON "variants" USING btree ("sku" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "variants_by_sku_start" ON "variants" USING btree (lower("sku") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "variants_by_available" ON "variants" USING btree ("on_hand" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "variants_archived" ON "variants" USING btree ("id") WHERE archived_at is not null;--> statement-breakpoint
CREATE INDEX "variants_with_own_level" ON "variants" USING btree ("low_stock_at") WHERE low_stock_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movements_one_per_key" ON "stock_movements" USING btree ("actor","request_key") WHERE request_key is not null;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_not_zero" CHECK ("stock_movements"."quantity" <> 0 or "stock_movements"."reason" not in ('opening', 'sold', 'given_back'));