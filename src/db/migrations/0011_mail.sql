CREATE TABLE "database_marks" (
	"mark" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "held_for" text;--> statement-breakpoint
CREATE INDEX "outbox_held" ON "outbox" USING btree ("held_for","send_after") WHERE held_for is not null and sent_at is null and given_up_at is null;--> statement-breakpoint
CREATE INDEX "outbox_unsent_of_order" ON "outbox" USING btree ((payload->>'orderId')) WHERE sent_at is null;--> statement-breakpoint
-- by hand
-- Nothing takes away that a database was a demo's once.
CREATE TRIGGER database_marks_are_final BEFORE UPDATE OR DELETE ON "database_marks" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER database_marks_are_kept BEFORE TRUNCATE ON "database_marks" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Demos of earlier releases, by what only a demo does: its admin's role, its card payments, its sandbox for Google.
INSERT INTO "database_marks" ("mark")
SELECT 'demo' WHERE EXISTS (SELECT FROM "audit_log" WHERE "actor" = 'demo shop')
  OR EXISTS (SELECT FROM "payments" WHERE "provider" = 'sandbox')
  OR EXISTS (SELECT FROM "auth_accounts" WHERE "account_id" LIKE 'stand-in-%');--> statement-breakpoint
-- A person's name is one line: no control characters, nothing that turns the direction of writing.
UPDATE "users" SET "name" = coalesce(nullif(btrim(regexp_replace("name", '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+', ' ', 'g')), ''), 'Customer')
WHERE "name" ~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_name_is_one_line" CHECK ("name" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]');
