CREATE TABLE "bulk_edit_products" (
	"job_id" text NOT NULL,
	"product_id" text NOT NULL,
	"edit" jsonb NOT NULL,
	CONSTRAINT "bulk_edit_products_job_id_product_id_pk" PRIMARY KEY("job_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "staff_jobs" DROP CONSTRAINT "staff_jobs_kind_is_known";--> statement-breakpoint
DROP INDEX "staff_jobs_newest";--> statement-breakpoint
ALTER TABLE "bulk_edit_products" ADD CONSTRAINT "bulk_edit_products_job_id_staff_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."staff_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_jobs_newest" ON "staff_jobs" USING btree ("kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD CONSTRAINT "staff_jobs_kind_is_known" CHECK ("staff_jobs"."kind" in ('import', 'bulkEdit'));
