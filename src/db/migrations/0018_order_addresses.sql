CREATE TABLE "addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"is_default" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"recipient" text NOT NULL,
	"company" text,
	"line1" text NOT NULL,
	"line2" text,
	"city" text,
	"region" text,
	"postcode" text,
	"country" char(2) NOT NULL,
	"phone" text,
	CONSTRAINT "addresses_recipient_fits" CHECK (char_length("addresses"."recipient") between 1 and 120),
	CONSTRAINT "addresses_company_fits" CHECK (char_length("addresses"."company") between 1 and 120),
	CONSTRAINT "addresses_line1_fits" CHECK (char_length("addresses"."line1") between 1 and 120),
	CONSTRAINT "addresses_line2_fits" CHECK (char_length("addresses"."line2") between 1 and 120),
	CONSTRAINT "addresses_city_fits" CHECK (char_length("addresses"."city") between 1 and 120),
	CONSTRAINT "addresses_region_fits" CHECK (char_length("addresses"."region") between 1 and 80),
	CONSTRAINT "addresses_postcode_fits" CHECK (char_length("addresses"."postcode") between 1 and 16),
	CONSTRAINT "addresses_country_is_code" CHECK ("addresses"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "addresses_phone_is_e164" CHECK ("addresses"."phone" ~ '^\+[1-9][0-9]{4,14}$')
);
--> statement-breakpoint
CREATE TABLE "cart_addresses" (
	"cart_id" text PRIMARY KEY NOT NULL,
	"delivery_id" text,
	"billing_id" text
);
--> statement-breakpoint
CREATE TABLE "order_addresses" (
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"recipient" text NOT NULL,
	"company" text,
	"line1" text NOT NULL,
	"line2" text,
	"city" text,
	"region" text,
	"postcode" text,
	"country" char(2) NOT NULL,
	"phone" text,
	CONSTRAINT "order_addresses_order_id_kind_pk" PRIMARY KEY("order_id","kind"),
	CONSTRAINT "order_addresses_kind_is_known" CHECK ("order_addresses"."kind" in ('delivery', 'billing')),
	CONSTRAINT "order_addresses_recipient_fits" CHECK (char_length("order_addresses"."recipient") between 1 and 120),
	CONSTRAINT "order_addresses_company_fits" CHECK (char_length("order_addresses"."company") between 1 and 120),
	CONSTRAINT "order_addresses_line1_fits" CHECK (char_length("order_addresses"."line1") between 1 and 120),
	CONSTRAINT "order_addresses_line2_fits" CHECK (char_length("order_addresses"."line2") between 1 and 120),
	CONSTRAINT "order_addresses_city_fits" CHECK (char_length("order_addresses"."city") between 1 and 120),
	CONSTRAINT "order_addresses_region_fits" CHECK (char_length("order_addresses"."region") between 1 and 80),
	CONSTRAINT "order_addresses_postcode_fits" CHECK (char_length("order_addresses"."postcode") between 1 and 16),
	CONSTRAINT "order_addresses_country_is_code" CHECK ("order_addresses"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "order_addresses_phone_is_e164" CHECK ("order_addresses"."phone" ~ '^\+[1-9][0-9]{4,14}$')
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "cart_addresses" ADD CONSTRAINT "cart_addresses_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_addresses" ADD CONSTRAINT "cart_addresses_delivery_id_addresses_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."addresses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_addresses" ADD CONSTRAINT "cart_addresses_billing_id_addresses_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."addresses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "order_addresses" ADD CONSTRAINT "order_addresses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addresses_by_user" ON "addresses" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "cart_addresses_by_delivery" ON "cart_addresses" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "cart_addresses_by_billing" ON "cart_addresses" USING btree ("billing_id");