CREATE TABLE "search_pinned_products" (
	"pin_id" text NOT NULL,
	"product_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "search_pinned_products_pin_id_product_id_pk" PRIMARY KEY("pin_id","product_id"),
	CONSTRAINT "search_pinned_products_position_unique" UNIQUE("pin_id","position"),
	CONSTRAINT "search_pinned_products_are_few" CHECK ("search_pinned_products"."position" between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "search_pins" (
	"id" text PRIMARY KEY NOT NULL,
	"query" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "search_pins_key_unique" UNIQUE("key"),
	CONSTRAINT "search_pins_key_not_blank" CHECK ("search_pins"."key" <> ''),
	CONSTRAINT "search_pins_query_fits" CHECK (char_length("search_pins"."query") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "hidden_searches" (
	"query" text PRIMARY KEY NOT NULL,
	CONSTRAINT "hidden_searches_query_fits" CHECK (char_length("hidden_searches"."query") between 1 and 80)
);
--> statement-breakpoint
-- next transaction
ALTER TABLE "search_counts" ADD COLUMN "networks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "search_pinned_products" ADD CONSTRAINT "search_pinned_products_pin_id_search_pins_id_fk" FOREIGN KEY ("pin_id") REFERENCES "public"."search_pins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "search_pinned_products" ADD CONSTRAINT "search_pinned_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_pinned_products_by_product" ON "search_pinned_products" USING btree ("product_id");--> statement-breakpoint
ALTER TABLE "search_counts" ADD CONSTRAINT "search_counts_networks_in_range" CHECK ("search_counts"."networks" between 0 and "search_counts"."searches") NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "search_counts" VALIDATE CONSTRAINT "search_counts_networks_in_range";