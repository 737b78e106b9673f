CREATE TABLE "saved_destinations" (
	"user_id" text PRIMARY KEY NOT NULL,
	"city" text NOT NULL,
	"zip" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_destinations" ADD CONSTRAINT "saved_destinations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_by_expiry" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "carts_of_guests_by_use" ON "carts" USING btree ("updated_at") WHERE user_id is null;--> statement-breakpoint
-- by hand
-- A trigger instead of a check: a row from before with a longer email can still be changed otherwise.
CREATE FUNCTION refuse_long_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an email has 254 characters at most' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_email_fits_mail';
END $$;--> statement-breakpoint
CREATE TRIGGER users_email_fits_mail BEFORE INSERT OR UPDATE OF "email" ON "users" FOR EACH ROW WHEN (length(NEW.email) > 254) EXECUTE FUNCTION refuse_long_email();--> statement-breakpoint
-- Until now a cart did not note its changes, and a guest's cookie lasted 90 days: whatever may still be in use counts as used today.
UPDATE "carts" SET "updated_at" = now() WHERE "user_id" IS NULL AND "created_at" > now() - interval '90 days' AND "updated_at" < now() - interval '7 days';
