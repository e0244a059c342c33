-- Magento stores the date of a coupon, returns it and searches by it.
ALTER TABLE "coupon" ADD COLUMN IF NOT EXISTS "expiration_date" TIMESTAMP(0);
