CREATE TABLE "taken_back_parcels" (
	"fulfillment_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "taken_back_parcels_one_per_key" UNIQUE("order_id","key")
);
--> statement-breakpoint
CREATE TRIGGER taken_back_parcels_are_final BEFORE UPDATE OR DELETE ON "taken_back_parcels" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER taken_back_parcels_are_kept BEFORE TRUNCATE ON "taken_back_parcels" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- next transaction
ALTER TABLE "taken_back_parcels" ADD CONSTRAINT "taken_back_parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- next transaction: lines go with their parcel. The new key is validated after it, beside readers and writers.
ALTER TABLE "fulfillment_lines" DROP CONSTRAINT "fulfillment_lines_of_fulfillment";--> statement-breakpoint
ALTER TABLE "fulfillment_lines" ADD CONSTRAINT "fulfillment_lines_of_fulfillment" FOREIGN KEY ("fulfillment_id","order_id") REFERENCES "public"."fulfillments"("id","order_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
-- next transaction
ALTER TABLE "fulfillment_lines" VALIDATE CONSTRAINT "fulfillment_lines_of_fulfillment";--> statement-breakpoint
-- next transaction: a parcel of bought units may be removed until it is delivered. Its key stays.
CREATE FUNCTION take_back_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders o WHERE o.id = OLD.order_id FOR NO KEY UPDATE;
  IF OLD.delivered_at IS NOT NULL THEN
    RAISE EXCEPTION 'parcel % is delivered and stays', OLD.id USING ERRCODE = 'restrict_violation', CONSTRAINT = 'delivered_parcels_stay';
  END IF;
  IF NOT EXISTS (SELECT FROM fulfillment_lines s WHERE s.fulfillment_id = OLD.id) THEN
    RAISE EXCEPTION 'parcel % has an exchange and stays', OLD.id USING ERRCODE = 'restrict_violation', CONSTRAINT = 'parcels_of_exchanges_stay';
  END IF;
  INSERT INTO taken_back_parcels (fulfillment_id, order_id, key) VALUES (OLD.id, OLD.order_id, OLD.key);
  RETURN OLD;
END $$;--> statement-breakpoint
DROP TRIGGER fulfillments_are_kept ON "fulfillments";--> statement-breakpoint
CREATE TRIGGER fulfillments_are_kept BEFORE TRUNCATE ON "fulfillments" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER fulfillments_are_taken_back BEFORE DELETE ON "fulfillments" FOR EACH ROW EXECUTE FUNCTION take_back_parcel();--> statement-breakpoint
-- A request that arrives late sends nothing again. Both lock the order, so neither overlooks the other.
CREATE FUNCTION check_parcel_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders o WHERE o.id = NEW.order_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM taken_back_parcels t WHERE (t.order_id, t.key) = (NEW.order_id, NEW.key)) THEN
    RAISE EXCEPTION 'the parcel of key % was taken back', NEW.key USING ERRCODE = 'restrict_violation', CONSTRAINT = 'taken_back_parcels_stay_so';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER fulfillments_have_new_keys BEFORE INSERT ON "fulfillments" FOR EACH ROW EXECUTE FUNCTION check_parcel_key();--> statement-breakpoint
-- next transaction: lines go only with their parcel, which is gone by then.
CREATE FUNCTION check_line_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM fulfillments f WHERE f.id = OLD.fulfillment_id) THEN
    RAISE EXCEPTION 'lines of parcel % go only with it', OLD.fulfillment_id USING ERRCODE = 'restrict_violation', CONSTRAINT = 'parcels_go_as_a_whole';
  END IF;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE FUNCTION note_taken_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders o SET fulfillment_status = 'unfulfilled'
   WHERE o.id IN (SELECT r.order_id FROM removed r) AND o.fulfillment_status <> fulfillment_status_of(o.id, o.held_at);
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER fulfillment_lines_are_final ON "fulfillment_lines";--> statement-breakpoint
CREATE TRIGGER fulfillment_lines_are_final BEFORE UPDATE ON "fulfillment_lines" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER fulfillment_lines_go_with_parcel BEFORE DELETE ON "fulfillment_lines" FOR EACH ROW EXECUTE FUNCTION check_line_removal();--> statement-breakpoint
CREATE TRIGGER fulfillment_lines_note_removal AFTER DELETE ON "fulfillment_lines" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_taken_back();--> statement-breakpoint
-- What came back was shipped, also by the parcels that are left. The function calls the changed rows 'added'.
CREATE TRIGGER fulfillment_lines_did_not_come_back AFTER DELETE ON "fulfillment_lines" REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_units_back();
