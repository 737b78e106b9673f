-- Lists find products by words of the brand, too. The index takes the place of another, so a product
-- writes no more indexes.
CREATE INDEX CONCURRENTLY "products_by_name_and_brand" ON "products" USING gin (to_tsvector('simple', "name" || ' ' || "brand"));--> statement-breakpoint
DROP INDEX "products_by_word";
