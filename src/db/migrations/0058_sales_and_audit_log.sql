-- Sales by day, and filters of the audit log.
CREATE TABLE "daily_sales" (
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"orders" integer NOT NULL,
	"captured_minor" bigint NOT NULL,
	"refunded_minor" bigint NOT NULL,
	CONSTRAINT "daily_sales_day_currency_pk" PRIMARY KEY("day","currency"),
	CONSTRAINT "daily_sales_not_negative" CHECK ("daily_sales"."orders" >= 0 and "daily_sales"."captured_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sales_progress" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"summed_to" bigint NOT NULL,
	"seen_to" bigint NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sales_progress_one_row" CHECK ("sales_progress"."is_only"),
	CONSTRAINT "sales_progress_in_order" CHECK ("sales_progress"."summed_to" between 0 and "sales_progress"."seen_to")
);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_listed" ON "audit_log" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_by_actor" ON "audit_log" USING btree ("actor","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_by_area" ON "audit_log" USING btree (split_part("action", '.', 1),"at" DESC NULLS LAST,"id" DESC NULLS LAST);
