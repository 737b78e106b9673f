CREATE TABLE "description_images" (
	"product_id" text NOT NULL,
	"url" text NOT NULL,
	CONSTRAINT "description_images_product_id_url_pk" PRIMARY KEY("product_id","url")
);
--> statement-breakpoint
CREATE TABLE "related_products" (
	"product_id" text NOT NULL,
	"related_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "related_products_product_id_related_id_pk" PRIMARY KEY("product_id","related_id"),
	CONSTRAINT "related_products_position" UNIQUE("product_id","position"),
	CONSTRAINT "related_products_not_itself" CHECK ("related_products"."product_id" <> "related_products"."related_id"),
	CONSTRAINT "related_products_few" CHECK ("related_products"."position" between 0 and 11)
);
--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "focus_x" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "focus_y" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "color" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "description_html" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "description_images" ADD CONSTRAINT "description_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "related_products" ADD CONSTRAINT "related_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "related_products" ADD CONSTRAINT "related_products_related_id_products_id_fk" FOREIGN KEY ("related_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "description_images_by_url" ON "description_images" USING btree ("url");--> statement-breakpoint
CREATE INDEX "related_products_by_related" ON "related_products" USING btree ("related_id");--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_focus_in_range" CHECK ("product_images"."focus_x" between 0 and 100 and "product_images"."focus_y" between 0 and 100);--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_color_not_blank" CHECK ("product_images"."color" <> '');--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_description_html_length" CHECK (length("products"."description_html") <= 30000);