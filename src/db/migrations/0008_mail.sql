CREATE TABLE "mailbox_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "outbox_due";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "stuck_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "given_up_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "mailbox_mails_listed" ON "mailbox_mails" USING btree ("received_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_unsent" ON "outbox" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("send_after") WHERE sent_at is null and given_up_at is null;