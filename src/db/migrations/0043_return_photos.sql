CREATE TABLE "return_photos" (
	"id" text PRIMARY KEY NOT NULL,
	"return_id" text NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"image" bytea NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "return_photos_one_per_place" UNIQUE("return_id","position"),
	CONSTRAINT "return_photos_one_per_file" UNIQUE("return_id","hash"),
	CONSTRAINT "return_photos_are_few" CHECK ("return_photos"."position" between 1 and 3),
	CONSTRAINT "return_photos_hash_is_one" CHECK ("return_photos"."hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "return_photos_size_fits" CHECK (least("return_photos"."width", "return_photos"."height") > 0),
	CONSTRAINT "return_photos_are_small" CHECK (octet_length("return_photos"."image") between 1 and 2000000)
);
--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_of_return" FOREIGN KEY ("return_id","order_id") REFERENCES "public"."returns"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_photos_of_order" ON "return_photos" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "return_photos_ended" ON "return_photos" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
-- A WebP can't be compressed further.
ALTER TABLE "return_photos" ALTER COLUMN "image" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Photos are added while the return is open. The order's row is locked, as by whoever ends the return.
CREATE FUNCTION check_return_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  IF NEW.ended_at IS NOT NULL OR EXISTS (SELECT FROM returns r WHERE r.id = NEW.return_id
     AND num_nonnulls(r.declined_at, r.withdrawn_at, r.closed_at) > 0) THEN
    RAISE EXCEPTION 'return % has ended and gets no photos', NEW.return_id USING ERRCODE = 'check_violation', CONSTRAINT = 'return_photos_of_open_returns';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER return_photos_fit BEFORE INSERT ON "return_photos" FOR EACH ROW EXECUTE FUNCTION check_return_photo();--> statement-breakpoint
CREATE FUNCTION keep_return_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.return_id, NEW.order_id, NEW.position, NEW.hash, NEW.width, NEW.height, NEW.image, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.return_id, OLD.order_id, OLD.position, OLD.hash, OLD.width, OLD.height, OLD.image, OLD.created_at)
    OR OLD.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'photo % stays as it is', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER return_photos_keep_facts BEFORE UPDATE ON "return_photos" FOR EACH ROW EXECUTE FUNCTION keep_return_photo();--> statement-breakpoint
-- Photos of a withdrawn return go at once, those of another one some time after it ended.
CREATE FUNCTION end_return_photos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.withdrawn_at IS NOT NULL THEN
    DELETE FROM return_photos WHERE return_id = NEW.id;
  ELSIF num_nonnulls(NEW.declined_at, NEW.closed_at) > 0 THEN
    UPDATE return_photos SET ended_at = coalesce(NEW.declined_at, NEW.closed_at) WHERE return_id = NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- next transaction
CREATE TRIGGER returns_end_photos AFTER UPDATE OF declined_at, withdrawn_at, closed_at ON "returns" FOR EACH ROW EXECUTE FUNCTION end_return_photos();
