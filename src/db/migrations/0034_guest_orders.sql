CREATE TABLE "cart_guests" (
	"cart_id" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"email" text NOT NULL,
	"recipient" text NOT NULL,
	"company" text,
	"line1" text NOT NULL,
	"line2" text,
	"city" text,
	"region" text,
	"postcode" text,
	"country" char(2) NOT NULL,
	"phone" text,
	CONSTRAINT "cart_guests_email_fits" CHECK (char_length("cart_guests"."email") between 3 and 254),
	CONSTRAINT "cart_guests_email_is_normal" CHECK ("cart_guests"."email" = lower(btrim("cart_guests"."email"))),
	CONSTRAINT "cart_guests_recipient_fits" CHECK (char_length("cart_guests"."recipient") between 1 and 120),
	CONSTRAINT "cart_guests_company_fits" CHECK (char_length("cart_guests"."company") between 1 and 120),
	CONSTRAINT "cart_guests_line1_fits" CHECK (char_length("cart_guests"."line1") between 1 and 120),
	CONSTRAINT "cart_guests_line2_fits" CHECK (char_length("cart_guests"."line2") between 1 and 120),
	CONSTRAINT "cart_guests_city_fits" CHECK (char_length("cart_guests"."city") between 1 and 120),
	CONSTRAINT "cart_guests_region_fits" CHECK (char_length("cart_guests"."region") between 1 and 80),
	CONSTRAINT "cart_guests_postcode_fits" CHECK (char_length("cart_guests"."postcode") between 1 and 16),
	CONSTRAINT "cart_guests_country_is_code" CHECK ("cart_guests"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "cart_guests_phone_is_e164" CHECK ("cart_guests"."phone" ~ '^\+[1-9][0-9]{4,14}$')
);
--> statement-breakpoint
CREATE TABLE "order_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- next transaction
ALTER TABLE "carts" DROP CONSTRAINT "carts_only_shoppers_order";--> statement-breakpoint
-- next transaction
ALTER TABLE "orders" ADD COLUMN "is_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_of_guests_have_no_account" CHECK (not "orders"."is_guest" or "orders"."user_id" is null) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_of_guests_have_email" CHECK (not "orders"."is_guest" or "orders"."email" = lower(btrim("orders"."email"))) NOT VALID;--> statement-breakpoint
-- An order that is placed again after its deletion is of the same customer.
CREATE OR REPLACE FUNCTION check_replaced_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM orders o WHERE o.id = NEW.replaces_id AND o.status = 'cancelled'
      AND (o.user_id = NEW.user_id OR (o.is_guest AND NEW.is_guest AND o.email = NEW.email))
      AND (o.subtotal_minor, o.total_minor, o.currency) = (NEW.subtotal_minor, NEW.total_minor, NEW.currency)) THEN
    RAISE EXCEPTION 'order % can not replace %', NEW.id, NEW.replaces_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- next transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_of_guests_have_no_account";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_of_guests_have_email";--> statement-breakpoint
-- next transaction
ALTER TABLE "cart_guests" ADD CONSTRAINT "cart_guests_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- next transaction
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_links_by_order" ON "order_links" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_of_guests" ON "orders" USING btree ("email" text_pattern_ops,"id") WHERE is_guest;
