CREATE INDEX CONCURRENTLY "carts_of_customers_by_use" ON "carts" USING btree ("updated_at") WHERE user_id is not null and status = 'open';
