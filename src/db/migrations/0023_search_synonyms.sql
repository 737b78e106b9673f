CREATE TABLE "search_synonyms" (
	"id" text PRIMARY KEY NOT NULL,
	"words" text[] NOT NULL,
	CONSTRAINT "search_synonyms_are_several" CHECK (cardinality("search_synonyms"."words") between 2 and 12 and array_position("search_synonyms"."words", null) is null)
);
--> statement-breakpoint
CREATE INDEX "search_synonyms_by_word" ON "search_synonyms" USING gin ("words");--> statement-breakpoint
-- Any page of a search may show other products then.
CREATE TRIGGER search_synonyms_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_synonyms" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();
