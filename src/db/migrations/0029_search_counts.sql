CREATE TABLE "search_clicks" (
	"day" date NOT NULL,
	"query" text NOT NULL,
	"product_id" text NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "search_clicks_day_query_product_id_pk" PRIMARY KEY("day","query","product_id"),
	CONSTRAINT "search_clicks_query_fits" CHECK (char_length("search_clicks"."query") between 1 and 80),
	CONSTRAINT "search_clicks_above_zero" CHECK ("search_clicks"."clicks" > 0)
);
--> statement-breakpoint
CREATE TABLE "search_counts" (
	"day" date NOT NULL,
	"query" text NOT NULL,
	"searches" integer NOT NULL,
	"empty" integer NOT NULL,
	CONSTRAINT "search_counts_day_query_pk" PRIMARY KEY("day","query"),
	CONSTRAINT "search_counts_query_fits" CHECK (char_length("search_counts"."query") between 1 and 80),
	CONSTRAINT "search_counts_in_range" CHECK ("search_counts"."empty" between 0 and "search_counts"."searches")
);
--> statement-breakpoint
ALTER TABLE "search_clicks" ADD CONSTRAINT "search_clicks_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;