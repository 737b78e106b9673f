CREATE TABLE "uploads" (
	"name" text PRIMARY KEY NOT NULL,
	"url" text,
	"width" integer,
	"height" integer,
	"bytes" integer NOT NULL,
	"uploader" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "uploads_url_unique" UNIQUE("url"),
	CONSTRAINT "uploads_name_is_a_hash" CHECK ("uploads"."name" ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "uploads_stored_whole" CHECK (num_nulls("uploads"."url", "uploads"."width", "uploads"."height") in (0, 3)),
	CONSTRAINT "uploads_used_are_stored" CHECK ("uploads"."used_at" is null or "uploads"."url" is not null)
);
--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("created_at") WHERE used_at is null;--> statement-breakpoint
CREATE INDEX "uploads_unused_by_uploader" ON "uploads" USING btree ("uploader","created_at") WHERE used_at is null;