CREATE TABLE "removals" (
	"rule" text PRIMARY KEY NOT NULL,
	"removed_before" timestamp (3) with time zone NOT NULL,
	"removed" bigint NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "removals_above_zero" CHECK ("removals"."removed" > 0)
);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "outbox_sent" ON "outbox" USING btree ("sent_at") WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "provider_events_done" ON "provider_events" USING btree ("processed_at") WHERE processed_at is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "limits_by_end" ON "limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "staff_jobs_finished" ON "staff_jobs" USING btree ("finished_at") WHERE finished_at is not null;
