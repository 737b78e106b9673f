-- One index of words and choices: what has a frequent word and a filter is found without reading
-- every product of the word.
CREATE INDEX CONCURRENTLY "search_by_word_and_choice" ON "search_index" USING gin ("document","choices") WHERE listed;--> statement-breakpoint
DROP INDEX "search_by_word";
