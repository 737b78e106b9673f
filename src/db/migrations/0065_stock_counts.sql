CREATE TABLE "stock_count_lines" (
	"job_id" text NOT NULL,
	"position" integer NOT NULL,
	"variant_id" text NOT NULL,
	"counted" integer NOT NULL,
	"expected" integer NOT NULL,
	CONSTRAINT "stock_count_lines_job_id_position_pk" PRIMARY KEY("job_id","position"),
	CONSTRAINT "stock_count_lines_counted" CHECK ("stock_count_lines"."counted" >= 0)
);
--> statement-breakpoint
ALTER TABLE "staff_jobs" DROP CONSTRAINT "staff_jobs_kind_is_known";--> statement-breakpoint
ALTER TABLE "stock_count_lines" ADD CONSTRAINT "stock_count_lines_job_id_staff_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."staff_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD CONSTRAINT "staff_jobs_kind_is_known" CHECK ("staff_jobs"."kind" in ('import', 'bulkEdit', 'stockCount'));