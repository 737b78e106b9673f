CREATE TABLE "search_boosts" (
	"pin_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"steps" integer NOT NULL,
	CONSTRAINT "search_boosts_pin_id_kind_value_pk" PRIMARY KEY("pin_id","kind","value"),
	CONSTRAINT "search_boosts_kind_known" CHECK ("search_boosts"."kind" in ('category', 'brand', 'tag', 'product')),
	CONSTRAINT "search_boosts_value_fits" CHECK (char_length("search_boosts"."value") between 1 and 200),
	CONSTRAINT "search_boosts_steps_in_range" CHECK ("search_boosts"."steps" between -3 and 3 and "search_boosts"."steps" <> 0)
);
--> statement-breakpoint
-- next transaction
ALTER TABLE "search_boosts" ADD CONSTRAINT "search_boosts_pin_id_search_pins_id_fk" FOREIGN KEY ("pin_id") REFERENCES "public"."search_pins"("id") ON DELETE cascade ON UPDATE no action;
