CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"params" text NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_one_per_name" UNIQUE("list","name"),
	CONSTRAINT "saved_views_list_is_known" CHECK ("saved_views"."list" in ('products')),
	CONSTRAINT "saved_views_name_not_blank" CHECK ("saved_views"."name" <> '')
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_by_word" ON "users" USING gin (to_tsvector('simple', "name"));--> statement-breakpoint
CREATE INDEX "users_by_email_start" ON "users" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "products_changed" ON "products" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_changed_by_status" ON "products" USING btree ("status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree (lower("name") desc nulls last,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price_minor" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_by_word" ON "products" USING gin (to_tsvector('simple', "name"));--> statement-breakpoint
CREATE INDEX "products_by_tag" ON "products" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "variants_by_sku_start" ON "variants" USING btree (lower("sku") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_by_number_start" ON "orders" USING btree ("number" text_pattern_ops);