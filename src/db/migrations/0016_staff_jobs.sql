CREATE TABLE "fetched_images" (
	"source" text PRIMARY KEY NOT NULL,
	"upload" text NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fetched_images_source_is_short" CHECK (length("fetched_images"."source") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "import_images" (
	"job_id" text NOT NULL,
	"product_id" text NOT NULL,
	"line" integer NOT NULL,
	"images" jsonb NOT NULL,
	"variants" jsonb NOT NULL,
	CONSTRAINT "import_images_job_id_product_id_pk" PRIMARY KEY("job_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "staff_file_parts" (
	"file_id" text NOT NULL,
	"nr" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "staff_file_parts_file_id_nr_pk" PRIMARY KEY("file_id","nr")
);
--> statement-breakpoint
CREATE TABLE "staff_files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"stored_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_job_items" (
	"job_id" text NOT NULL,
	"subject" text NOT NULL,
	"label" text NOT NULL,
	"outcome" text NOT NULL,
	"differences" jsonb,
	"before" jsonb,
	"version" integer,
	"movement" bigint,
	"kept" text,
	CONSTRAINT "staff_job_items_job_id_subject_pk" PRIMARY KEY("job_id","subject"),
	CONSTRAINT "staff_job_items_outcome_is_known" CHECK ("staff_job_items"."outcome" in ('new', 'changed'))
);
--> statement-breakpoint
CREATE TABLE "staff_job_keys" (
	"job_id" text NOT NULL,
	"key" bigint NOT NULL,
	"line" integer NOT NULL,
	CONSTRAINT "staff_job_keys_job_id_key_pk" PRIMARY KEY("job_id","key")
);
--> statement-breakpoint
CREATE TABLE "staff_job_problems" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"job_id" text NOT NULL,
	"line" integer,
	"first_line" integer,
	"last_line" integer,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"requested" text,
	"input" jsonb NOT NULL,
	"file_id" text,
	"checkpoint" jsonb,
	"result" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"problem_count" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"undoable" boolean DEFAULT false NOT NULL,
	"lease" text,
	"lease_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "staff_jobs_kind_is_known" CHECK ("staff_jobs"."kind" in ('import')),
	CONSTRAINT "staff_jobs_status_is_known" CHECK ("staff_jobs"."status" in ('waiting', 'running', 'paused', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
	CONSTRAINT "staff_jobs_request_is_known" CHECK ("staff_jobs"."requested" in ('pause', 'cancel')),
	CONSTRAINT "staff_jobs_lease_has_an_end" CHECK (("staff_jobs"."lease" is null) = ("staff_jobs"."lease_until" is null)),
	CONSTRAINT "staff_jobs_failed_with_a_reason" CHECK (("staff_jobs"."status" = 'failed') = ("staff_jobs"."failure" is not null))
);
--> statement-breakpoint
ALTER TABLE "import_images" ADD CONSTRAINT "import_images_job_id_staff_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."staff_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_images" ADD CONSTRAINT "import_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_file_parts" ADD CONSTRAINT "staff_file_parts_file_id_staff_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."staff_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_job_items" ADD CONSTRAINT "staff_job_items_job_id_staff_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."staff_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_job_keys" ADD CONSTRAINT "staff_job_keys_job_id_staff_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."staff_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_job_problems" ADD CONSTRAINT "staff_job_problems_job_id_staff_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."staff_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD CONSTRAINT "staff_jobs_file_id_staff_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."staff_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fetched_images_by_upload" ON "fetched_images" USING btree ("upload");--> statement-breakpoint
CREATE INDEX "import_images_by_line" ON "import_images" USING btree ("job_id","line");--> statement-breakpoint
CREATE INDEX "staff_job_items_kept" ON "staff_job_items" USING btree ("job_id","subject") WHERE kept is not null;--> statement-breakpoint
CREATE INDEX "staff_job_problems_by_line" ON "staff_job_problems" USING btree ("job_id","line","id");--> statement-breakpoint
CREATE INDEX "staff_job_problems_by_first_line" ON "staff_job_problems" USING btree ("job_id","first_line","id");--> statement-breakpoint
CREATE INDEX "staff_jobs_open" ON "staff_jobs" USING btree ("created_at") WHERE status in ('waiting', 'running', 'undoing');--> statement-breakpoint
CREATE INDEX "staff_jobs_newest" ON "staff_jobs" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "staff_jobs_by_file" ON "staff_jobs" USING btree ("file_id");--> statement-breakpoint
-- by hand
-- Parts of files are read and written whole; compressing them would take more time than writing.
ALTER TABLE "staff_file_parts" ALTER COLUMN "content" SET STORAGE EXTERNAL;
