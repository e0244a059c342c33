-- Prices change all the time. With room left on each page, a new version of a row stays beside the old one and no index
-- has to be written.
ALTER TABLE "product" SET (fillfactor = 70);
ALTER TABLE "product_price" SET (fillfactor = 70);
ALTER TABLE "product_tier_price" SET (fillfactor = 70);
