CREATE TABLE "order_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"author" text NOT NULL,
	"key" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_comments_key" UNIQUE("order_id","key"),
	CONSTRAINT "order_comments_text_fits" CHECK (char_length("order_comments"."text") between 1 and 2000),
	CONSTRAINT "order_comments_key_fits" CHECK (char_length("order_comments"."key") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "order_comments" ADD CONSTRAINT "order_comments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_comments_by_order" ON "order_comments" USING btree ("order_id","created_at","id");