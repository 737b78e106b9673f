CREATE TABLE "search_click_sums" (
	"days" smallint NOT NULL,
	"query" text NOT NULL,
	"product_id" text NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "search_click_sums_days_query_product_id_pk" PRIMARY KEY("days","query","product_id")
);
--> statement-breakpoint
CREATE TABLE "search_sum_periods" (
	"days" smallint PRIMARY KEY NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"complete" boolean NOT NULL,
	"searches" bigint NOT NULL,
	"empty" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_sums" (
	"days" smallint NOT NULL,
	"query" text NOT NULL,
	"searches" integer NOT NULL,
	"empty" integer NOT NULL,
	"networks" integer NOT NULL,
	CONSTRAINT "search_sums_days_query_pk" PRIMARY KEY("days","query")
);
--> statement-breakpoint
CREATE INDEX "search_sums_by_searches" ON "search_sums" USING btree ("days","searches" DESC NULLS LAST,"query");--> statement-breakpoint
CREATE INDEX "search_sums_by_empty" ON "search_sums" USING btree ("days","empty" DESC NULLS LAST,"query") WHERE empty > 0;--> statement-breakpoint
CREATE INDEX "search_sums_by_found" ON "search_sums" USING btree ("days",(searches - empty) desc nulls last,"query");