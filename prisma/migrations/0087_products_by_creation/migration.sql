-- Lists of products in the order of their creation. A price update does not write the column, so it does not write the index either.
-- Writing of products waits for the build: a second for a million products.
CREATE INDEX IF NOT EXISTS "product_created_at_idx" ON "product"("created_at");
