ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_agent_is_short" CHECK (length("sessions"."user_agent") <= 300) NOT VALID;--> statement-breakpoint
-- next transaction
UPDATE "sessions" SET "user_agent" = left("user_agent", 300) WHERE length("user_agent") > 300;--> statement-breakpoint
-- next transaction
ALTER TABLE "sessions" VALIDATE CONSTRAINT "sessions_user_agent_is_short";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "sessions_by_user_and_age" ON "sessions" USING btree ("user_id","created_at","id");--> statement-breakpoint
-- next transaction
DROP INDEX "sessions_by_user";
