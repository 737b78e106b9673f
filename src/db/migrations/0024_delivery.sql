CREATE TABLE "delivery_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"zone_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"rate_minor" bigint NOT NULL,
	"free_from_minor" bigint,
	"days_from" integer,
	"days_to" integer,
	"note" text,
	CONSTRAINT "delivery_methods_position_once" UNIQUE("zone_id","position"),
	CONSTRAINT "delivery_methods_name_once" UNIQUE("zone_id","name"),
	CONSTRAINT "delivery_methods_kind_is_known" CHECK ("delivery_methods"."kind" in ('flat', 'by_weight', 'by_value', 'pick_up')),
	CONSTRAINT "delivery_methods_name_fits" CHECK (char_length("delivery_methods"."name") between 1 and 80),
	CONSTRAINT "delivery_methods_note_fits" CHECK (char_length("delivery_methods"."note") between 1 and 200),
	CONSTRAINT "delivery_methods_rate_in_range" CHECK ("delivery_methods"."rate_minor" between 0 and 1000000000),
	CONSTRAINT "delivery_methods_free_from_in_range" CHECK ("delivery_methods"."free_from_minor" between 1 and 1000000000),
	CONSTRAINT "delivery_methods_days_in_order" CHECK (num_nonnulls("delivery_methods"."days_from", "delivery_methods"."days_to") = 0 or (num_nonnulls("delivery_methods"."days_from", "delivery_methods"."days_to") = 2
        and "delivery_methods"."days_from" between 0 and "delivery_methods"."days_to" and "delivery_methods"."days_to" <= 90))
);
--> statement-breakpoint
CREATE TABLE "delivery_places" (
	"zone_id" text NOT NULL,
	"position" integer NOT NULL,
	"countries" text[] NOT NULL,
	"region" text,
	"city_words" text[] NOT NULL,
	"postcode_from" text,
	"postcode_to" text,
	CONSTRAINT "delivery_places_zone_id_position_pk" PRIMARY KEY("zone_id","position"),
	CONSTRAINT "delivery_places_countries_are_codes" CHECK (array_to_string("delivery_places"."countries", ',', '?') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'),
	CONSTRAINT "delivery_places_region_in_country" CHECK ("delivery_places"."region" is null or (cardinality("delivery_places"."countries") = 1 and char_length("delivery_places"."region") between 1 and 80)),
	CONSTRAINT "delivery_places_have_words" CHECK (cardinality("delivery_places"."city_words") <= 50 and array_position("delivery_places"."city_words", '') is null and array_position("delivery_places"."city_words", null) is null),
	CONSTRAINT "delivery_places_postcodes_are_range" CHECK (num_nonnulls("delivery_places"."postcode_from", "delivery_places"."postcode_to") = 0 or (num_nonnulls("delivery_places"."postcode_from", "delivery_places"."postcode_to") = 2
        and cardinality("delivery_places"."countries") = 1 and "delivery_places"."postcode_from" ~ '^[A-Z0-9]{1,10}$' and "delivery_places"."postcode_to" ~ '^[A-Z0-9]{1,10}$'
        and char_length("delivery_places"."postcode_from") = char_length("delivery_places"."postcode_to") and "delivery_places"."postcode_from" collate "C" <= "delivery_places"."postcode_to" collate "C"))
);
--> statement-breakpoint
CREATE TABLE "delivery_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"times_version" integer DEFAULT 1 NOT NULL,
	"cut_off_minute" integer NOT NULL,
	"working_days" smallint[] NOT NULL,
	"days_off" date[] NOT NULL,
	CONSTRAINT "delivery_settings_are_one_row" CHECK ("delivery_settings"."is_only"),
	CONSTRAINT "delivery_settings_cut_off_in_range" CHECK ("delivery_settings"."cut_off_minute" between 0 and 1439),
	CONSTRAINT "delivery_settings_have_working_days" CHECK (cardinality("delivery_settings"."working_days") between 1 and 7 and "delivery_settings"."working_days" <@ '{1,2,3,4,5,6,7}'::smallint[]),
	CONSTRAINT "delivery_settings_days_off_are_few" CHECK (cardinality("delivery_settings"."days_off") <= 100)
);
--> statement-breakpoint
CREATE TABLE "delivery_steps" (
	"method_id" text NOT NULL,
	"from_amount" bigint NOT NULL,
	"rate_minor" bigint NOT NULL,
	CONSTRAINT "delivery_steps_method_id_from_amount_pk" PRIMARY KEY("method_id","from_amount"),
	CONSTRAINT "delivery_steps_from_in_range" CHECK ("delivery_steps"."from_amount" between 1 and 1000000000),
	CONSTRAINT "delivery_steps_rate_in_range" CHECK ("delivery_steps"."rate_minor" between 0 and 1000000000)
);
--> statement-breakpoint
CREATE TABLE "delivery_zones" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	-- Deferrable, so that it is checked at the end of a statement: zones change places in one.
	CONSTRAINT "delivery_zones_position_once" UNIQUE("position") DEFERRABLE INITIALLY IMMEDIATE,
	CONSTRAINT "delivery_zones_name_once" UNIQUE("name"),
	CONSTRAINT "delivery_zones_name_fits" CHECK (char_length("delivery_zones"."name") between 1 and 80)
);
--> statement-breakpoint
ALTER TABLE "delivery_methods" ADD CONSTRAINT "delivery_methods_zone_id_delivery_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."delivery_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_places" ADD CONSTRAINT "delivery_places_zone_id_delivery_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."delivery_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_steps" ADD CONSTRAINT "delivery_steps_method_id_delivery_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."delivery_methods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Whatever changes them raises the version by which every process knows that they changed.
CREATE FUNCTION raise_delivery_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER delivery_settings_have_version BEFORE UPDATE ON "delivery_settings" FOR EACH ROW EXECUTE FUNCTION raise_delivery_version();--> statement-breakpoint
CREATE FUNCTION note_delivery_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE delivery_settings SET version = version;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER delivery_zones_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "delivery_zones" FOR EACH STATEMENT EXECUTE FUNCTION note_delivery_settings();--> statement-breakpoint
CREATE TRIGGER delivery_places_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "delivery_places" FOR EACH STATEMENT EXECUTE FUNCTION note_delivery_settings();--> statement-breakpoint
CREATE TRIGGER delivery_methods_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "delivery_methods" FOR EACH STATEMENT EXECUTE FUNCTION note_delivery_settings();--> statement-breakpoint
CREATE TRIGGER delivery_steps_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "delivery_steps" FOR EACH STATEMENT EXECUTE FUNCTION note_delivery_settings();--> statement-breakpoint
-- next transaction
ALTER TABLE "carts" ADD COLUMN "method_id" text;--> statement-breakpoint
-- next transaction
ALTER TABLE "orders" ADD COLUMN "delivery_method" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_pick_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrives_from" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrives_to" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrives_if_paid_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_arrival_is_promised" CHECK (num_nonnulls("orders"."arrives_from", "orders"."arrives_to", "orders"."arrives_if_paid_by") = 0
        or (num_nonnulls("orders"."arrives_from", "orders"."arrives_to", "orders"."arrives_if_paid_by", "orders"."delivery_method") = 4 and "orders"."arrives_from" <= "orders"."arrives_to")) NOT VALID;--> statement-breakpoint
-- What was promised is final, as the amounts are.
CREATE OR REPLACE FUNCTION keep_order_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.subtotal_minor, NEW.shipping_minor, NEW.total_minor, NEW.currency, NEW.number, NEW.created_at, NEW.units)
     IS DISTINCT FROM
     (OLD.subtotal_minor, OLD.shipping_minor, OLD.total_minor, OLD.currency, OLD.number, OLD.created_at, OLD.units) THEN
    RAISE EXCEPTION 'the amounts of order % are final', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.delivery_method, NEW.is_pick_up, NEW.arrives_from, NEW.arrives_to, NEW.arrives_if_paid_by)
     IS DISTINCT FROM
     (OLD.delivery_method, OLD.is_pick_up, OLD.arrives_from, OLD.arrives_to, OLD.arrives_if_paid_by) THEN
    RAISE EXCEPTION 'the delivery that order % was promised is final', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'order % is % and stays so', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- next transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_arrival_is_promised";